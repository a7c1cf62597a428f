import CZlib

/// Owns one raw-deflate `z_stream`: large entries block by block. Not copyable, so `inflateEnd` runs exactly once.
struct StreamInflater: ~Copyable {
    /// On the heap because zlib keeps a pointer back to it.
    private let stream: UnsafeMutablePointer<z_stream>

    init() throws(ArchiveError) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard inflateInit2_(stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            stream.deallocate()
            throw .outOfMemory
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Inflates as much of `input` as fits into `output`.
    ///
    /// - Returns: How many bytes were used and made, and whether the deflate stream ended.
    mutating func inflate(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(EntryProblem) -> (used: Int, made: Int, ended: Bool) {
        stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: Bytef.self)
        stream.pointee.avail_in = UInt32(clamping: input.count)
        stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: Bytef.self)
        stream.pointee.avail_out = UInt32(clamping: output.count)
        let result = CZlib.inflate(stream, Z_NO_FLUSH)
        // Z_BUF_ERROR only says that no progress was possible: more input or room is needed.
        guard result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR else { throw .corruptData }
        return (
            input.count - Int(stream.pointee.avail_in), output.count - Int(stream.pointee.avail_out),
            result == Z_STREAM_END
        )
    }
}
