public import SyncCore
public import SyncPlatform

/// An archive that is wanted, and what is promised about it.
public struct DownloadRequest: Sendable {
    public let url: SafeURL
    public let partial: PartialName
    /// The folder for partial downloads.
    public let directory: Directory
    /// Size in bytes that the manifest promises.
    public let size: Int64?
    public let md5: Digest?
    public let sha256: Digest?
    /// The most bytes that an archive may have.
    public let limit: Int64

    public init(
        url: SafeURL, partial: PartialName, directory: Directory, size: Int64?, md5: Digest?, sha256: Digest?,
        limit: Int64
    ) {
        self.url = url
        self.partial = partial
        self.directory = directory
        self.size = size
        self.md5 = md5
        self.sha256 = sha256
        self.limit = limit
    }

    public init(_ release: Release, directory: Directory, limit: Int64) {
        self.init(
            url: release.url, partial: PartialName(release), directory: directory, size: release.size,
            md5: release.md5, sha256: release.sha256, limit: limit)
    }

    var hasDigest: Bool { md5 != nil || sha256 != nil }
}
