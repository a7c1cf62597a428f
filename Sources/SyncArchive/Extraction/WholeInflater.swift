import CDeflate

/// Owns a libdeflate decompressor: a whole deflate stream in one call, the fastest there is. Not copyable.
struct WholeInflater: ~Copyable {
    private let decompressor: OpaquePointer

    init() throws(ArchiveError) {
        guard let decompressor = libdeflate_alloc_decompressor() else { throw .outOfMemory }
        self.decompressor = decompressor
    }

    deinit { libdeflate_free_decompressor(decompressor) }

    /// Fills exactly `output` from exactly `input`.
    func inflate(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(EntryProblem) {
        // An empty file may come without any deflate block.
        if input.isEmpty, output.isEmpty { return }
        var used = 0
        var made = 0
        let result = libdeflate_deflate_decompress_ex(
            decompressor, input.baseAddress, input.count, output.baseAddress, output.count, &used, &made)
        switch result {
        case LIBDEFLATE_SUCCESS: break
        case LIBDEFLATE_INSUFFICIENT_SPACE: throw .tooMuchData(expected: Int64(output.count))
        default: throw .corruptData
        }
        guard made == output.count else {
            throw .tooLittleData(expected: Int64(output.count), found: Int64(made))
        }
        guard used == input.count else { throw .unusedBytes(Int64(input.count - used)) }
    }
}
