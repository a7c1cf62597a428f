/// A complete tree that is in place, or kept for rollback.
public struct InstalledTree: Sendable, Equatable {
    public var version: Version
    /// Of the archive it came from. SHA-256 is always known; MD5 when the manifest gave one.
    public var digests: ArchiveDigests
    /// Whether a digest of the manifest was compared. Without one nothing is ever called verified.
    public var verified: Bool
    /// Unpacked bytes and number of files.
    public var bytes: Int64
    public var files: Int
    public var installedAt: Timestamp
    /// Of the tree's top directory.
    public var identity: TreeIdentity
    /// When the top directory last changed, in nanoseconds since 1970, as seen right after the swap. While it stays the
    /// same, nobody has added, removed or renamed anything at the top. 0 when unknown.
    public var topModified: Int64
    /// The name of its receipt in the receipts folder.
    public var receipt: String

    public init(
        version: Version, digests: ArchiveDigests, verified: Bool, bytes: Int64, files: Int, installedAt: Timestamp,
        identity: TreeIdentity, topModified: Int64 = 0, receipt: String
    ) {
        self.version = version
        self.digests = digests
        self.verified = verified
        self.bytes = bytes
        self.files = files
        self.installedAt = installedAt
        self.identity = identity
        self.topModified = topModified
        self.receipt = receipt
    }
}
