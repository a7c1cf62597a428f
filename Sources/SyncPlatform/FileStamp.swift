import Glibc
public import SyncCore

/// What tells two states of one file apart without reading it.
public struct FileStamp: Sendable, Equatable {
    public let identity: TreeIdentity
    public let size: Int64
    /// Nanoseconds since 1970, of the content and of the file's own data.
    private let modified: Int64
    private let changed: Int64

    /// Of what the path leads to, links followed; nil when there is nothing or it cannot be looked at.
    public init?(at path: String) {
        var info = Glibc.stat()
        guard stat(path, &info) == 0 else { return nil }
        identity = TreeIdentity(device: UInt64(info.st_dev), inode: UInt64(info.st_ino))
        size = Int64(info.st_size)
        modified = Int64(info.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(info.st_mtim.tv_nsec)
        changed = Int64(info.st_ctim.tv_sec) &* 1_000_000_000 &+ Int64(info.st_ctim.tv_nsec)
    }
}
