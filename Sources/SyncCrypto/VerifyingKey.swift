import CCrypto
public import SyncCore

/// An Ed25519 public key (RFC 8032). Equal keys are the same key, whatever file they came from.
public struct VerifyingKey: Sendable, Hashable {
    static let byteCount = 32
    static let signatureByteCount = 64
    /// RFC 8410, section 4: what stands before the 32 bytes in a SubjectPublicKeyInfo.
    private static let prefix: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]

    private let bytes: [UInt8]

    init(_ handle: borrowing KeyHandle) { bytes = handle.publicBytes }

    /// Reads `-----BEGIN PUBLIC KEY-----` (SubjectPublicKeyInfo), as `openssl pkey -pubout` writes it. Text around the
    /// armour is ignored, a second key is not.
    public init(pem: [UInt8]) throws(KeyError) {
        self = try pem.withUnsafeBufferPointer { bytes throws(KeyError) in
            try VerifyingKey(reading: UnsafeRawBufferPointer(bytes))
        }
    }

    /// As ``init(pem:)-([UInt8])``.
    public init(pem: String) throws(KeyError) { try self.init(pem: Array(pem.utf8)) }

    private init(reading pem: UnsafeRawBufferPointer) throws(KeyError) {
        let label = try PEMText(pem).label()
        guard !label.hasSuffix("PRIVATE KEY") else { throw .privateInsteadOfPublic }
        guard let bio = MemoryBIO(over: pem),
            let handle = KeyHandle(owning: PEM_read_bio_PUBKEY(bio.raw, nil, nil, nil))
        else { throw .unreadable }
        if let name = handle.otherAlgorithm { throw .notEd25519(name) }
        self.init(handle)
    }

    /// SubjectPublicKeyInfo as PEM, byte for byte what `openssl pkey -pubout` writes.
    public var pem: String {
        let bio = MemoryBIO()
        guard let handle else { preconditionFailure("OpenSSL refuses 32 bytes as an Ed25519 key") }
        let result = PEM_write_bio_PUBKEY(bio.raw, handle.raw)
        precondition(result == 1, "OpenSSL cannot write a public key")
        return bio.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// SHA-256 of the SubjectPublicKeyInfo, what `openssl pkey -pubin -outform DER | sha256sum` says: its name in
    /// envelopes and messages.
    public var fingerprint: Digest {
        var hasher = ContentHasher(.sha256)
        (Self.prefix + bytes).withUnsafeBytes { hasher.update($0) }
        return hasher.finish()
    }

    /// Whether these bytes were signed by the private half. False for a signature that has not 64 bytes.
    public func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard signature.count == Self.signatureByteCount, let handle, let context = EVP_MD_CTX_new() else {
            return false
        }
        defer { EVP_MD_CTX_free(context) }
        let isGood =
            EVP_DigestVerifyInit(context, nil, nil, nil, handle.raw) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
        if !isGood { ERR_clear_error() }
        return isGood
    }

    private var handle: KeyHandle? {
        KeyHandle(owning: EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, bytes, bytes.count))
    }
}

extension VerifyingKey: CustomStringConvertible {
    /// The first digits of the ``fingerprint``, enough to tell keys apart.
    public var description: String { String(fingerprint.hex.prefix(16)) }
}
