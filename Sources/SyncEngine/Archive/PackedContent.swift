import SyncArchive

/// What an archive that was just written holds.
public struct PackedContent: Sendable, Equatable {
    public let files: Int
    public let folders: Int
    public let links: Int
    /// Of the files and of the links' targets.
    public let bytes: Int64
    /// Of the archive.
    public let archiveBytes: Int64

    init(_ written: [WrittenEntry], archiveBytes: Int64) {
        files = written.count { $0.kind == .file }
        folders = written.count { $0.kind == .directory }
        links = written.count { $0.kind == .link }
        bytes = written.reduce(0) { $0 + $1.size }
        self.archiveBytes = archiveBytes
    }
}
