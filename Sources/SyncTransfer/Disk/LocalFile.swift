import Glibc
import SyncCore
import SyncPlatform

/// A file named by a `file:` address. Read by ourselves and not by curl, which would wait for a pipe's writer.
struct LocalFile: Sendable {
    let path: String

    init(_ path: String) { self.path = path }

    /// The whole file, like a 200 without validators.
    func document(_ url: SafeURL, limit: Int64) async throws(TransferError) -> Document {
        let lane = Lane("transfer-file")
        let bytes = try await lane.run { () throws(TransferError) in
            var bytes: [UInt8] = []
            try read(limit: limit) { piece throws(TransferError) in bytes.append(contentsOf: piece) }
            return bytes
        }
        return .body(
            Document.Body(
                bytes: bytes, finalURL: url, etag: nil, lastModified: nil, contentType: nil, status: 200, wireBytes: 0))
    }

    /// Hands over the file piece by piece.
    func read(
        limit: Int64, _ take: (UnsafeRawBufferPointer) throws(TransferError) -> Void
    ) throws(TransferError) {
        let shown = path.printable(limit: 300)
        let descriptor = try opened()
        let size = try onDisk { () throws(PlatformError) in try descriptor.size() }
        guard size <= limit else { throw .tooLarge(limit: limit, promised: size) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: PartialFile.pieceBytes, alignment: 16)
        defer { buffer.deallocate() }
        var offset: Int64 = 0
        while true {
            let count: Int
            do throws(PlatformError) {
                count = try descriptor.read(into: buffer, at: offset, path: shown)
            } catch {
                throw .disk(error)
            }
            guard count > 0 else { return }
            offset += Int64(count)
            guard offset <= limit else { throw .tooLarge(limit: limit, promised: nil) }
            try take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }

    /// Open for reading; only a regular file.
    func opened() throws(TransferError) -> Descriptor {
        let shown = path.printable(limit: 300)
        // Without O_NONBLOCK, opening a pipe would wait for its other end.
        let raw = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard raw >= 0 else {
            guard errno != ENOENT, errno != ENOTDIR else { throw .missingFile(path: shown) }
            throw .disk(.system(call: "open", path: shown, errno: errno))
        }
        let descriptor = Descriptor(owning: raw)
        var info = stat()
        guard fstat(raw, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: shown) }
        return descriptor
    }
}
