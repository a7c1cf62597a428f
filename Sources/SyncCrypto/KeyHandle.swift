import CCrypto

/// Owns one `EVP_PKEY` for as long as it is looked at. OpenSSL clears a private key's memory when it frees it.
struct KeyHandle: ~Copyable {
    let raw: OpaquePointer

    /// Takes over the reference.
    init?(owning raw: OpaquePointer?) {
        guard let raw else {
            // What failed is said by the caller; the queue of the thread must not grow.
            ERR_clear_error()
            return nil
        }
        self.raw = raw
    }

    deinit { EVP_PKEY_free(raw) }

    /// OpenSSL's name of the algorithm when it is another than Ed25519.
    var otherAlgorithm: String? {
        guard EVP_PKEY_get_id(raw) != EVP_PKEY_ED25519 else { return nil }
        return EVP_PKEY_get0_type_name(raw).map { String(cString: $0) } ?? "another algorithm"
    }

    /// RFC 8032, section 5.1.5: 32 bytes.
    var publicBytes: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: VerifyingKey.byteCount)
        var count = bytes.count
        let result = EVP_PKEY_get_raw_public_key(raw, &bytes, &count)
        precondition(result == 1 && count == bytes.count, "an Ed25519 key without its public half")
        return bytes
    }
}

/// Owns a `BIO` in memory, which OpenSSL clears when it frees it.
struct MemoryBIO: ~Copyable {
    let raw: OpaquePointer

    init() {
        guard let raw = BIO_new(BIO_s_mem()) else { preconditionFailure("out of memory for a key") }
        self.raw = raw
    }

    /// Reads from bytes that must outlive it.
    init?(over bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress, let count = Int32(exactly: bytes.count),
            let raw = crypto_bio_over(base, count)
        else { return nil }
        self.raw = raw
    }

    deinit { BIO_free(raw) }

    /// What was written so far.
    func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var start: UnsafeMutablePointer<CChar>?
        let count = crypto_bio_memory(raw, &start)
        return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : max(0, count)))
    }
}
