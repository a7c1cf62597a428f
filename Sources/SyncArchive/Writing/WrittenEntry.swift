public import SyncCore

/// What was written for one member, and where: enough for an index that leads to ranges of the archive.
public struct WrittenEntry: Sendable, Equatable {
    public let path: String
    public let kind: ArchiveEntry.Kind
    /// Permission bits.
    public let mode: UInt32
    /// Unpacked bytes of a file or a link's target.
    public let size: Int64
    /// Of a file.
    public let sha256: Digest?
    /// Of a link.
    public let linkTarget: String?
    public let method: CompressionMethod
    /// Of the plain bytes, also where the archive does not tell it.
    public let crc32: UInt32
    /// Where the local header begins, and where the packed bytes do.
    public let headerOffset: Int64
    public let dataOffset: Int64
    public let packedSize: Int64
}
