public import SyncPlatform

/// Something to be packed.
public struct ArchiveMember: Sendable {
    public enum Content: Sendable {
        case data([UInt8])
        /// A regular file, by its path below an open directory.
        case file(Directory, path: String, size: Int64)
        case folder
        case link(target: String)
    }

    /// In the archive: relative, with slashes.
    public let path: String
    public let content: Content
    /// Read, write and execute bits.
    public let permissions: UInt32

    public init(_ path: String, _ content: Content, permissions: UInt32 = 0o644) {
        self.path = path
        self.content = content
        self.permissions = permissions
    }

    /// A text or other bytes that are made up.
    public init(_ path: String, data: [UInt8], permissions: UInt32 = 0o644) {
        self.init(path, .data(data), permissions: permissions)
    }

    var kind: ArchiveEntry.Kind {
        switch content {
        case .data, .file: .file
        case .folder: .directory
        case .link: .link
        }
    }

    var size: Int64 {
        switch content {
        case .data(let bytes): Int64(bytes.count)
        case .file(_, _, let size): size
        case .folder: 0
        case .link(let target): Int64(target.utf8.count)
        }
    }

    /// As it stands in the archive: what unpacking would change is not written in the first place.
    var mode: UInt32 {
        switch kind {
        case .file: OutputFile.mode(permissions)
        case .directory: permissions & 0o775 | 0o500
        case .link: 0o777
        }
    }
}
