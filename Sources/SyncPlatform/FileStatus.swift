import Glibc
public import SyncCore

/// What `fstatat` says of a name, without following links.
public struct FileStatus: Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
        case directory, file, link, other
    }

    public let kind: Kind
    /// Permission bits, 07777.
    public let mode: UInt32
    public let size: Int64
    public let identity: TreeIdentity
    /// Whole seconds since 1970.
    public let modified: Int64
    /// The same moment in nanoseconds since 1970.
    public let modifiedNanoseconds: Int64
    public let links: Int

    init(_ info: stat) {
        kind =
            switch info.st_mode & S_IFMT {
            case S_IFDIR: .directory
            case S_IFREG: .file
            case S_IFLNK: .link
            default: .other
            }
        mode = info.st_mode & 0o7777
        size = Int64(info.st_size)
        identity = TreeIdentity(device: UInt64(info.st_dev), inode: UInt64(info.st_ino))
        modified = Int64(info.st_mtim.tv_sec)
        modifiedNanoseconds = modified &* 1_000_000_000 &+ Int64(info.st_mtim.tv_nsec)
        links = Int(info.st_nlink)
    }
}
