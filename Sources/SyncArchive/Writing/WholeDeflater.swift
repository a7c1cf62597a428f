import CDeflate

/// Owns a libdeflate compressor: whole files in one call. Not copyable.
struct WholeDeflater: ~Copyable {
    private let compressor: OpaquePointer

    /// Level 1 to 9.
    init(level: Int) throws(ArchiveError) {
        guard let compressor = libdeflate_alloc_compressor(Int32(level)) else { throw .outOfMemory }
        self.compressor = compressor
    }

    deinit { libdeflate_free_compressor(compressor) }

    /// Deflates all of `input`; nil when that does not make it smaller.
    func deflate(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Int? {
        guard input.count > 1 else { return nil }
        // Given less room than the input needs, libdeflate stops as soon as it would not be smaller.
        let room = min(output.count, input.count - 1)
        let count = libdeflate_deflate_compress(compressor, input.baseAddress, input.count, output.baseAddress, room)
        return count == 0 ? nil : count
    }
}
