import CCrypto
public import SyncCore

/// Computes one digest over bytes that arrive in pieces. Not copyable, so its context is freed exactly once.
///
/// libcrypto chooses the processor's SHA instructions by itself.
public struct ContentHasher: ~Copyable, @unchecked Sendable {
    // Sendable: the context is reached only through this value, which cannot be copied, so whoever holds the value is
    // alone with it. The download hands it from queue to queue.
    private let context: OpaquePointer
    private let algorithm: Digest.Algorithm

    public init(_ algorithm: Digest.Algorithm) {
        // EVP_MD_CTX_new fails only without memory; there is nothing useful to do then.
        guard let context = EVP_MD_CTX_new() else { preconditionFailure("out of memory for a digest") }
        self.context = context
        self.algorithm = algorithm
        let method =
            switch algorithm {
            case .md5: EVP_md5()
            case .sha256: EVP_sha256()
            }
        guard EVP_DigestInit_ex(context, method, nil) == 1 else {
            preconditionFailure("libcrypto refuses \(algorithm.rawValue)")
        }
    }

    deinit { EVP_MD_CTX_free(context) }

    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
        let result = EVP_DigestUpdate(context, base, bytes.count)
        precondition(result == 1, "EVP_DigestUpdate failed")
    }

    /// The digest of everything so far; the hasher ends here.
    public consuming func finish() -> Digest {
        var bytes = [UInt8](repeating: 0, count: algorithm.hexCount / 2)
        precondition(EVP_MD_get_size(EVP_MD_CTX_get0_md(context)) == bytes.count, "a digest of another size")
        let result = EVP_DigestFinal_ex(context, &bytes, nil)
        precondition(result == 1, "EVP_DigestFinal_ex failed")
        return Digest(algorithm, bytes: bytes)
    }
}
