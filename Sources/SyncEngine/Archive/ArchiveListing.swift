import SyncArchive
public import SyncCore

/// What an archive holds.
public struct ArchiveListing: Sendable, Equatable {
    public struct Entry: Sendable, Equatable {
        public enum Kind: String, Sendable, Equatable {
            case file, folder, link
        }

        /// Not yet fit for a terminal.
        public let path: String
        public let kind: Kind
        /// Bytes; a link's are those of its target.
        public let size: Int64
        public let packedSize: Int64
        public let modified: Timestamp
        /// Permission bits, where the maker told them.
        public let mode: UInt32?
        public let crc32: UInt32
        /// `store` or `deflate`.
        public let method: String
        public let isEncrypted: Bool
    }

    /// By path, a folder right before what is below it.
    public let entries: [Entry]
    public let warnings: [String]

    public func count(_ kind: Entry.Kind) -> Int { entries.count { $0.kind == kind } }
    /// Of files and links. Cannot overflow: the reader has bounded the sum.
    public var bytes: Int64 { entries.reduce(0) { $0 + $1.size } }
    public var packedBytes: Int64 { entries.reduce(0) { $0 + $1.packedSize } }
}

extension ArchiveListing.Entry {
    init(_ entry: ArchiveEntry) {
        path = entry.path
        kind =
            switch entry.kind {
            case .file: .file
            case .directory: .folder
            case .link: .link
            }
        size = entry.size
        packedSize = entry.packedSize
        modified = Timestamp(seconds: entry.modified)
        mode = entry.permissions
        crc32 = entry.crc32
        method =
            switch entry.method {
            case .stored: "store"
            case .deflate: "deflate"
            }
        isEncrypted = entry.isEncrypted
    }
}
