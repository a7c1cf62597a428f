import Glibc
import SyncCore
import SyncCrypto
import SyncPlatform
import Synchronization

extension PartialFile {
    /// Opens the partial of `request`: what an earlier call left when its record is there and matches, else a new and
    /// empty file. What is kept is hashed, once, here. Blocks: run it on a lane.
    ///
    /// - Throws: ``TransferError/disk(_:)``, or ``TransferError/cancelled`` when `isCancelled` says so while hashing.
    static func open(_ request: DownloadRequest, isCancelled: () -> Bool) throws(TransferError) -> PartialFile {
        if let kept = try continued(request, isCancelled: isCancelled) { return kept }
        let descriptor = try onDisk { () throws(PlatformError) in
            try request.partial.remove(in: request.directory)
            return try request.directory.createFile(request.partial.file)
        }
        return PartialFile(
            name: request.partial, directory: request.directory, wantsMD5: request.md5 != nil,
            state: State(
                descriptor: descriptor, size: 0, record: nil, sha256: ContentHasher(.sha256),
                md5: request.md5 != nil ? ContentHasher(.md5) : nil))
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
        var sha256 = ContentHasher(.sha256)
        var md5 = request.md5 != nil ? ContentHasher(.md5) : nil
        // A file that grows meanwhile has another writer and is not trusted.
        guard try hash(descriptor, into: &sha256, &md5, isCancelled: isCancelled) == status.size,
            lseek(descriptor.raw, 0, SEEK_END) == status.size
        else { return nil }
        return PartialFile(
            name: name, directory: directory, wantsMD5: request.md5 != nil,
            state: State(descriptor: descriptor, size: status.size, record: record, sha256: sha256, md5: md5))
    }

    /// Bytes hashed, from the beginning to the end.
    private static func hash(
        _ descriptor: borrowing Descriptor, into sha256: inout ContentHasher, _ md5: inout ContentHasher?,
        isCancelled: () -> Bool
    ) throws(TransferError) -> Int64 {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceBytes, alignment: 16)
        defer { buffer.deallocate() }
        var offset: Int64 = 0
        while true {
            guard !isCancelled() else { throw .cancelled }
            let count: Int
            do throws(PlatformError) { count = try descriptor.read(into: buffer, at: offset) } catch {
                throw .disk(error)
            }
            guard count > 0 else { return offset }
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            sha256.update(bytes)
            md5?.update(bytes)
            offset += Int64(count)
        }
    }

    /// Nil when there is no record, or none that can be trusted.
    private static func record(_ name: PartialName, in directory: Directory) throws(PlatformError) -> ResumeRecord? {
        guard let status = try directory.status(name.record), status.kind == .file,
            status.size <= ResumeRecord.maximumBytes
        else { return nil }
        let descriptor = try directory.openFile(name.record)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: ResumeRecord.maximumBytes, alignment: 16)
        defer { buffer.deallocate() }
        let count = try descriptor.read(into: buffer, at: 0)
        return ResumeRecord(Array(buffer[..<count]))
    }
}
