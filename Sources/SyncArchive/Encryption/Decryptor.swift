import SyncCrypto

/// Decrypts one entry, block by block and in place.
enum Decryptor: ~Copyable {
    case none
    case traditional(TraditionalCipher)
    case aes(WinZipCipher)

    /// Reads what stands before the data (``EntryCipher/prefixSize``), which tells all but one in 128 wrong passwords.
    init(
        for entry: ArchiveEntry, password: [UInt8]?, prefix: UnsafeMutableRawBufferPointer
    ) throws(EntryProblem) {
        switch entry.cipher {
        case .none:
            self = .none
        case .traditional(let timeByte):
            guard let password else { throw .passwordRequired }
            var cipher = TraditionalCipher(password: password)
            cipher.decrypt(prefix)
            let check = prefix.last
            guard check == UInt8(entry.crc32 >> 24) || (entry.flags.contains(.descriptor) && check == timeByte) else {
                throw .wrongPassword
            }
            self = .traditional(cipher)
        case .aes(let field):
            guard let password else { throw .passwordRequired }
            let salt = Array(prefix.prefix(field.saltSize))
            let cipher = WinZipCipher(password: password, salt: salt, keySize: field.keySize)
            guard prefix.dropFirst(field.saltSize).elementsEqual(cipher.passwordCheck) else { throw .wrongPassword }
            self = .aes(cipher)
        }
    }

    mutating func decrypt(_ bytes: UnsafeMutableRawBufferPointer) {
        switch consume self {
        case .none:
            self = .none
        case .traditional(var cipher):
            cipher.decrypt(bytes)
            self = .traditional(cipher)
        case .aes(var cipher):
            cipher.decrypt(bytes)
            self = .aes(cipher)
        }
    }

    /// Compares the HMAC of all that was decrypted with what stands behind the data (``EntryCipher/suffixSize``).
    consuming func finish(suffix: some Sequence<UInt8>) throws(EntryProblem) {
        guard case .aes(let cipher) = consume self else { return }
        guard cipher.finish().elementsEqual(suffix) else { throw .notAuthentic }
    }
}
