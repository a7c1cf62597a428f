import Glibc
import SyncCore
import SyncPlatform

extension PartialFile {
    /// Opens the partial of `request`: what an earlier call left when its record is there and matches, else a new and
    /// empty file. What is kept is hashed, once, here. Blocks: run it on a lane.
    ///
    /// - Throws: ``TransferError/disk(_:)``, or ``TransferError/cancelled`` when `isCancelled` says so while hashing.
    static func open(_ request: DownloadRequest, isCancelled: () -> Bool) throws(TransferError) -> PartialFile {
        if let kept = try continued(request, isCancelled: isCancelled) { return kept }
        let descriptor = try onDisk { () throws(PlatformError) in
            try request.directory.removeTree(request.partial.record)
            return try request.directory.createFileReplacing(request.partial.file)
        }
        let digests = DigestPipe(wantsMD5: request.md5 != nil)
        return PartialFile(
            request,
            State(descriptor: descriptor, size: 0, record: nil, isRecorded: false, digests: digests))
    }

    private convenience init(_ request: DownloadRequest, _ state: consuming State) {
        self.init(
            name: request.partial, directory: request.directory, wantsMD5: request.md5 != nil, state: state)
    }

    private static func continued(
        _ request: DownloadRequest, isCancelled: () -> Bool
    ) throws(TransferError) -> PartialFile? {
        let (directory, name) = (request.directory, request.partial)
        let status = try onDisk { () throws(PlatformError) in try directory.status(name.file) }
        guard let status, status.kind == .file, status.size > 0, status.links == 1,
            let record = try onDisk({ () throws(PlatformError) in try record(name, in: directory) }),
            record.matches(request), status.size <= min(record.total ?? .max, request.limit),
            record.validator != nil || record.total == status.size
        else { return nil }
        let descriptor = try onDisk { () throws(PlatformError) in
            try directory.openFile(name.file, flags: O_RDWR, mode: 0)
        }
        let digests = DigestPipe(wantsMD5: request.md5 != nil)
        // A file that grows meanwhile has another writer and is not trusted.
        guard try hash(descriptor, into: digests, isCancelled: isCancelled) == status.size,
            lseek(descriptor.raw, 0, SEEK_END) == status.size
        else { return nil }
        return PartialFile(
            request,
            State(descriptor: descriptor, size: status.size, record: record, isRecorded: true, digests: digests))
    }

    /// Bytes hashed, from the beginning to the end.
    private static func hash(
        _ descriptor: borrowing Descriptor, into digests: DigestPipe, isCancelled: () -> Bool
    ) throws(TransferError) -> Int64 {
        var buffer = [UInt8](repeating: 0, count: pieceBytes)
        var offset: Int64 = 0
        while true {
            guard !isCancelled() else { throw .cancelled }
            let count: Int
            do throws(PlatformError) {
                var span = buffer.mutableSpan
                count = try span.withUnsafeMutableBytes { bytes throws(PlatformError) in
                    try descriptor.read(into: bytes, at: offset)
                }
            } catch {
                throw .disk(error)
            }
            guard count > 0 else { return offset }
            digests.add(bytes: buffer.span.extracting(..<count))
            offset += Int64(count)
        }
    }

    /// Nil when there is no record, or none that can be trusted.
    private static func record(_ name: PartialName, in directory: Directory) throws(PlatformError) -> ResumeRecord? {
        guard let status = try directory.status(name.record), status.kind == .file,
            status.size <= ResumeRecord.maximumBytes
        else { return nil }
        return ResumeRecord(try directory.openFile(name.record).readAll(ResumeRecord.maximumBytes, path: name.record))
    }
}
