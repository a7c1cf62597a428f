/// A directory as the file system knows it. It stays the same when the directory is renamed or exchanged, so it tells
/// after a crash whether a swap has happened.
public struct TreeIdentity: Sendable, Hashable {
    public let device: UInt64
    public let inode: UInt64

    public init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}
