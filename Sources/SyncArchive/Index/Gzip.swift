import CZlib

/// gzip (RFC 1952) for documents that fit in memory.
public enum Gzip {
    private static let blockSize = 256 << 10
    /// A window of 32 KiB, and gzip around the deflate stream.
    private static let windowBits = MAX_WBITS + 16

    /// One member with neither time nor name in its header: the same bytes always give the same bytes, with the same
    /// zlib.
    public static func compress(_ bytes: [UInt8]) throws(ArchiveError) -> [UInt8] {
        let stream = newStream()
        defer { stream.deallocate() }
        let result = deflateInit2_(
            stream, 9, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard result == Z_OK else { throw .outOfMemory }
        defer { deflateEnd(stream) }
        var (packed, isEnd) = ([UInt8](), false)
        try pump(stream, bytes, limit: .max, into: &packed) { isLast throws(ArchiveError) in
            let result = CZlib.deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
            precondition(result != Z_STREAM_ERROR, "deflate was called out of turn")
            isEnd = result == Z_STREAM_END
            return isEnd
        }
        precondition(isEnd, "deflate did not end")
        return packed
    }

    /// The content of one member with nothing after it.
    ///
    /// Throws ``ArchiveError/damagedGzip(_:)``, also for more than `limit` bytes, as soon as that is known.
    public static func decompress(_ bytes: [UInt8], limit: Int) throws(ArchiveError) -> [UInt8] {
        let stream = newStream()
        defer { stream.deallocate() }
        let result = inflateInit2_(stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard result == Z_OK else { throw .outOfMemory }
        defer { inflateEnd(stream) }
        var (plain, isEnd) = ([UInt8](), false)
        let rest = try pump(stream, bytes, limit: limit, into: &plain) { _ throws(ArchiveError) in
            let result = CZlib.inflate(stream, Z_NO_FLUSH)
            switch result {
            case Z_OK, Z_BUF_ERROR: return false
            case Z_STREAM_END:
                isEnd = true
                return true
            case Z_MEM_ERROR: throw .outOfMemory
            default: throw .damagedGzip("it cannot be inflated")
            }
        }
        guard isEnd else { throw .damagedGzip("it ends too early") }
        guard rest == 0 else { throw .damagedGzip("\(rest) bytes follow its end") }
        return plain
    }

    /// On the heap because zlib keeps a pointer back to it.
    private static func newStream() -> UnsafeMutablePointer<z_stream> {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        return stream
    }

    /// Runs a stream over all of `input`. `step` makes one call of zlib and says whether the stream has ended.
    ///
    /// - Returns: How many bytes of `input` were left over.
    @discardableResult
    private static func pump(
        _ stream: UnsafeMutablePointer<z_stream>, _ input: [UInt8], limit: Int, into output: inout [UInt8],
        _ step: (_ isLast: Bool) throws(ArchiveError) -> Bool
    ) throws(ArchiveError) -> Int {
        var block = [UInt8](repeating: 0, count: blockSize)
        var position = 0
        while true {
            // In blocks, because zlib counts in 32 bits.
            let count = min(input.count - position, blockSize)
            let isLast = position + count == input.count
            var made = 0
            var used = 0
            var isEnd = false
            let failure = input.withUnsafeBufferPointer { input -> ArchiveError? in
                block.withUnsafeMutableBufferPointer { block -> ArchiveError? in
                    stream.pointee.next_in = input.baseAddress.map { $0 + position }
                    stream.pointee.avail_in = UInt32(count)
                    stream.pointee.next_out = block.baseAddress
                    stream.pointee.avail_out = UInt32(block.count)
                    do throws(ArchiveError) {
                        isEnd = try step(isLast)
                    } catch {
                        return error
                    }
                    used = count - Int(stream.pointee.avail_in)
                    made = block.count - Int(stream.pointee.avail_out)
                    return nil
                }
            }
            if let failure { throw failure }
            position += used
            guard made <= limit - output.count else {
                throw .damagedGzip("it unpacks to more than \(limit) bytes")
            }
            output += block[..<made]
            if isEnd { return input.count - position }
            // Neither side can move: the input is over.
            if used == 0, made == 0 { return 0 }
        }
    }
}
