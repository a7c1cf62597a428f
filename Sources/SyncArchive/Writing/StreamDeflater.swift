import CZlib

/// Owns one raw-deflate `z_stream` for large files. Not copyable, so `deflateEnd` runs exactly once.
struct StreamDeflater: ~Copyable {
    /// On the heap because zlib keeps a pointer back to it.
    private let stream: UnsafeMutablePointer<z_stream>

    init(level: Int) throws(ArchiveError) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let result = deflateInit2_(
            stream, Int32(level), Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard result == Z_OK else {
            stream.deallocate()
            throw .outOfMemory
        }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Takes all of `input` and hands what comes out to the sink; with `isLast` the stream ends.
    mutating func deflate(
        _ input: UnsafeRawBufferPointer, isLast: Bool, through output: UnsafeMutableRawBufferPointer,
        sink: inout PackedSink
    ) throws(ArchiveError) {
        stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: Bytef.self)
        stream.pointee.avail_in = UInt32(input.count)
        repeat {
            stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: Bytef.self)
            stream.pointee.avail_out = UInt32(output.count)
            let result = CZlib.deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
            precondition(result != Z_STREAM_ERROR, "deflate was called out of turn")
            let made = output.count - Int(stream.pointee.avail_out)
            if made > 0 { try sink.take(UnsafeMutableRawBufferPointer(rebasing: output[..<made])) }
        } while stream.pointee.avail_out == 0
    }
}
