import CCrypto

/// An Ed25519 private key (RFC 8032). Nothing prints it; OpenSSL clears its memory at the end.
public final class SigningKey: @unchecked Sendable {
    // Sendable: the key is never changed after it was made, and signing only reads it.
    private let handle: KeyHandle

    /// A new key, from the system's random numbers.
    public convenience init() {
        let context = EVP_PKEY_CTX_new_id(EVP_PKEY_ED25519, nil)
        defer { EVP_PKEY_CTX_free(context) }
        var raw: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_keygen(context, &raw) == 1,
            let handle = KeyHandle(owning: raw)
        else { preconditionFailure("OpenSSL cannot make an Ed25519 key") }
        self.init(handle)
    }

    /// As ``init(pem:)``; the bytes are cleared when it returns, also when it fails.
    public static func reading(clearing pem: inout [UInt8]) throws(KeyError) -> SigningKey {
        defer { for index in pem.indices { pem[index] = 0 } }
        return try pem.withUnsafeBufferPointer { bytes throws(KeyError) in
            try SigningKey(pem: UnsafeRawBufferPointer(bytes))
        }
    }

    /// Reads `-----BEGIN PRIVATE KEY-----` (PKCS#8), as `openssl genpkey -algorithm ed25519` writes it. The caller
    /// clears the bytes.
    public convenience init(pem: UnsafeRawBufferPointer) throws(KeyError) {
        self.init(try Self.read(pem))
    }

    private static func read(_ pem: UnsafeRawBufferPointer) throws(KeyError) -> KeyHandle {
        let label = try PEMText(pem).label()
        guard label != "ENCRYPTED PRIVATE KEY" else { throw .encrypted }
        guard label != "PUBLIC KEY" else { throw .publicInsteadOfPrivate }
        guard let bio = MemoryBIO(over: pem) else { throw .unreadable }
        // The old form says it inside; without this OpenSSL would ask on the terminal.
        var isEncrypted = false
        let raw = withUnsafeMutablePointer(to: &isEncrypted) { flag in
            PEM_read_bio_PrivateKey(
                bio.raw, nil,
                { _, _, _, flag in
                    flag?.assumingMemoryBound(to: Bool.self).pointee = true
                    return -1
                }, flag)
        }
        guard let handle = KeyHandle(owning: raw) else { throw isEncrypted ? .encrypted : .unreadable }
        if let name = handle.otherAlgorithm { throw .notEd25519(name) }
        return handle
    }

    private init(_ handle: consuming KeyHandle) { self.handle = handle }

    public var verifyingKey: VerifyingKey { VerifyingKey(handle) }

    /// The signature, 64 bytes. Deterministic: the same key and message always give the same one.
    public func signature(of message: [UInt8]) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: VerifyingKey.signatureByteCount)
        var count = signature.count
        // These fail only without memory.
        guard let context = EVP_MD_CTX_new() else { preconditionFailure("out of memory for a signature") }
        defer { EVP_MD_CTX_free(context) }
        guard EVP_DigestSignInit(context, nil, nil, nil, handle.raw) == 1,
            EVP_DigestSign(context, &signature, &count, message, message.count) == 1, count == signature.count
        else { preconditionFailure("OpenSSL cannot sign") }
        return signature
    }

    /// PKCS#8 as PEM, byte for byte what `openssl genpkey` writes. Cleared when `body` returns; what it copies is its
    /// own affair.
    public func withPEM<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let bio = MemoryBIO()
        let result = PEM_write_bio_PKCS8PrivateKey(bio.raw, handle.raw, nil, nil, 0, nil, nil)
        precondition(result == 1, "OpenSSL cannot write a private key")
        return try bio.withBytes(body)
    }
}
