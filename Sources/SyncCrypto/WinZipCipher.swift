import CCrypto

/// The cipher of WinZip's AES encryption: AES in counter mode, authenticated by HMAC-SHA1 over the encrypted bytes, keys
/// made from the password by PBKDF2. Not copyable, so its contexts are freed exactly once.
public struct WinZipCipher: ~Copyable {
    /// Two bytes that tell most wrong passwords.
    public let passwordCheck: [UInt8]

    private let cipher: OpaquePointer
    private let authentication: OpaquePointer
    /// Counts blocks of 16 bytes from 1, low byte first, unlike libcrypto's own counter mode.
    private var counter: UInt64 = 0
    private var keyStream: [UInt8]
    /// How many bytes at the end of `keyStream` are not used yet.
    private var unused = 0

    /// - Parameters:
    ///   - password: As bytes; no encoding is assumed.
    ///   - salt: Half as long as the key.
    ///   - keySize: 16, 24 or 32 bytes.
    public init(password: [UInt8], salt: [UInt8], keySize: Int) {
        precondition([16, 24, 32].contains(keySize), "an AES key has 16, 24 or 32 bytes")
        var derived = [UInt8](repeating: 0, count: 2 * keySize + 2)
        let isDerived = PKCS5_PBKDF2_HMAC(
            password.map(CChar.init(bitPattern:)) + [0], Int32(clamping: password.count), salt,
            Int32(clamping: salt.count), 1000, EVP_sha1(), Int32(derived.count), &derived)
        // These fail only without memory, or where libcrypto lacks an algorithm of the AES encryption.
        guard isDerived == 1, let cipher = EVP_CIPHER_CTX_new(), let authentication = EVP_MD_CTX_new() else {
            preconditionFailure("libcrypto cannot derive a key")
        }
        self.cipher = cipher
        self.authentication = authentication
        passwordCheck = Array(derived.suffix(2))
        keyStream = [UInt8](repeating: 0, count: Self.batch)
        let method =
            switch keySize {
            case 16: EVP_aes_128_ecb()
            case 24: EVP_aes_192_ecb()
            default: EVP_aes_256_ecb()
            }
        let isReady = EVP_EncryptInit_ex(cipher, method, nil, derived, nil) == 1
        EVP_CIPHER_CTX_set_padding(cipher, 0)
        let key = derived[keySize..<2 * keySize].withUnsafeBytes { bytes in
            EVP_PKEY_new_raw_private_key(
                EVP_PKEY_HMAC, nil, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
        }
        guard isReady, let key, EVP_DigestSignInit(authentication, nil, EVP_sha1(), nil, key) == 1 else {
            preconditionFailure("libcrypto refuses AES or HMAC")
        }
        EVP_PKEY_free(key)
    }

    deinit {
        EVP_CIPHER_CTX_free(cipher)
        EVP_MD_CTX_free(authentication)
    }

    /// Authenticates encrypted bytes and decrypts them in place.
    public mutating func decrypt(_ bytes: UnsafeMutableRawBufferPointer) {
        authenticate(UnsafeRawBufferPointer(bytes))
        applyKeyStream(bytes)
    }

    /// Encrypts in place and authenticates the result.
    public mutating func encrypt(_ bytes: UnsafeMutableRawBufferPointer) {
        applyKeyStream(bytes)
        authenticate(UnsafeRawBufferPointer(bytes))
    }

    /// The authentication code of all encrypted bytes: the first 10 of the HMAC's 20.
    public consuming func finish() -> [UInt8] {
        var code = [UInt8](repeating: 0, count: 20)
        var count = code.count
        let result = EVP_DigestSignFinal(authentication, &code, &count)
        precondition(result == 1, "EVP_DigestSignFinal failed")
        return Array(code.prefix(10))
    }

    private static let batch = 4096

    private func authenticate(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
        let result = EVP_DigestSignUpdate(authentication, base, bytes.count)
        precondition(result == 1, "EVP_DigestSignUpdate failed")
    }

    private mutating func applyKeyStream(_ bytes: UnsafeMutableRawBufferPointer) {
        var offset = 0
        while offset < bytes.count {
            if unused == 0 { refill() }
            let count = min(unused, bytes.count - offset)
            let start = Self.batch - unused
            for index in 0..<count { bytes[offset + index] ^= keyStream[start + index] }
            offset += count
            unused -= count
        }
    }

    private mutating func refill() {
        var blocks = [UInt8](repeating: 0, count: Self.batch)
        blocks.withUnsafeMutableBytes { buffer in
            for start in stride(from: 0, to: Self.batch, by: 16) {
                counter &+= 1
                buffer.storeBytes(of: counter.littleEndian, toByteOffset: start, as: UInt64.self)
            }
        }
        var count: Int32 = 0
        let result = EVP_EncryptUpdate(cipher, &keyStream, &count, blocks, Int32(Self.batch))
        precondition(result == 1 && Int(count) == Self.batch, "EVP_EncryptUpdate failed")
        unused = Self.batch
    }
}
