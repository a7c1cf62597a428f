/// How an entry is encrypted.
enum EntryCipher: Sendable, Equatable {
    case none
    /// The traditional cipher (APPNOTE 6.1): twelve bytes before the data, the last of which tells a wrong password.
    /// With a descriptor that byte may be of the time instead of the CRC.
    case traditional(timeByte: UInt8)
    /// WinZip AES: salt and a check of the password before the data, an HMAC behind it.
    case aes(AESField)

    /// Bytes in front of the encrypted data: salt and check.
    var prefixSize: Int {
        switch self {
        case .none: 0
        case .traditional: 12
        case .aes(let field): field.saltSize + 2
        }
    }

    /// Bytes behind it: the HMAC.
    var suffixSize: Int {
        switch self {
        case .none, .traditional: 0
        case .aes: 10
        }
    }

    /// Whether the CRC-32 of the plain bytes is in the header.
    var keepsChecksum: Bool {
        if case .aes(let field) = self { field.version == 1 } else { true }
    }
}

/// The AES extra field 0x9901 (WinZip's AE-1 and AE-2 description).
struct AESField: Sendable, Equatable {
    /// 1 or 2. Version 2 leaves the CRC at zero: only the HMAC counts.
    let version: UInt16
    /// 1, 2, 3 for keys of 128, 192, 256 bits.
    let strength: UInt8
    /// How the bytes below the encryption are packed.
    let method: UInt16

    var keySize: Int { 8 + 8 * Int(strength) }
    var saltSize: Int { keySize / 2 }

    /// Nil when the field is not as WinZip describes it.
    init?(_ payload: RawSpan) {
        guard payload.byteCount >= 7, payload.u16(2) == 0x4541 else { return nil }
        version = payload.u16(0)
        strength = payload.u8(4)
        method = payload.u16(5)
        guard (1...2).contains(version), (1...3).contains(strength) else { return nil }
    }
}
