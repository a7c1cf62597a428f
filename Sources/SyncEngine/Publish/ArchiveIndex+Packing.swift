import SyncArchive
public import SyncCore

extension ArchiveIndex {
    /// Reads an index as it is served: JSON in gzip.
    public init(gzip bytes: [UInt8]) throws(IndexError) {
        let text: [UInt8]
        do throws(ArchiveError) {
            text = try Gzip.decompress(bytes, limit: Self.mostBytes)
        } catch {
            throw IndexError(error.summary)
        }
        try self.init(parsing: text)
    }

    /// As it is served. The same index always gives the same bytes, with the same zlib.
    var gzipped: [UInt8] {
        get throws(ArchiveError) { try Gzip.compress(Array((json.serialized + "\n").utf8)) }
    }

    /// Of an archive that was just written, or whose entries were unpacked.
    init(_ written: [WrittenEntry], archive: Archive) {
        let files = written.compactMap { entry -> File? in
            guard entry.kind == .file, let sha256 = entry.sha256 else { return nil }
            return File(
                path: entry.path, size: entry.size, mode: entry.mode, sha256: sha256, offset: entry.dataOffset,
                packed: entry.packedSize, method: entry.method == .stored ? .store : .deflate, crc32: entry.crc32)
        }
        let folders = written.filter { $0.kind == .directory }.map { Folder(path: $0.path, mode: $0.mode) }
        let links = written.compactMap { entry in
            entry.linkTarget.map { Link(path: entry.path, target: $0) }
        }
        self.init(archive: archive, files: files, folders: folders, links: links)
    }
}
