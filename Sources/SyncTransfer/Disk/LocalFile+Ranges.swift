import SyncCore
import SyncPlatform

extension LocalFile {
    /// Hands over ranges of the file.
    func read(
        _ request: RangeRequest, into target: any RangeTarget, isCancelled: () -> Bool, progress: (Int) -> Void
    ) throws(TransferError) -> RangeReading {
        let shown = path.printable(limit: 300)
        let descriptor = try opened()
        let size = try onDisk { () throws(PlatformError) in try descriptor.size() }
        guard request.size ?? size == size, request.ranges.ranges.allSatisfy({ $0.end <= size }) else {
            throw .changed(url: shown)
        }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: PartialFile.pieceBytes, alignment: 16)
        defer { buffer.deallocate() }
        for range in request.ranges.ranges {
            var offset = range.offset
            while offset < range.end {
                guard !isCancelled() else { throw .cancelled }
                let room = Int(min(Int64(buffer.count), range.end - offset))
                let piece = UnsafeMutableRawBufferPointer(rebasing: buffer[..<room])
                let start = offset
                let count = try onDisk { () throws(PlatformError) in
                    try descriptor.read(into: piece, at: start, path: shown)
                }
                guard count > 0 else { throw .changed(url: shown) }
                try target.put(UnsafeRawBufferPointer(rebasing: piece[..<count]), at: offset)
                progress(count)
                offset += Int64(count)
            }
        }
        return RangeReading(size: size, requests: 0, wireBytes: 0)
    }

    /// The last bytes of the file.
    func tail(_ count: Int64) async throws(TransferError) -> RemoteTail {
        let lane = Lane("transfer-file")
        return try await lane.run { () throws(TransferError) in
            let shown = path.printable(limit: 300)
            let descriptor = try opened()
            let size = try onDisk { () throws(PlatformError) in try descriptor.size() }
            let offset = max(0, size - count)
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(size - offset), alignment: 16)
            defer { buffer.deallocate() }
            let got = try onDisk { () throws(PlatformError) in
                try descriptor.read(into: buffer, at: offset, path: shown)
            }
            guard got == buffer.count else { throw .changed(url: shown) }
            return RemoteTail(bytes: Array(buffer), offset: offset, size: size, wireBytes: 0)
        }
    }
}
