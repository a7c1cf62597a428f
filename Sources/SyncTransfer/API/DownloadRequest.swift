public import SyncCore
public import SyncPlatform

/// An archive that is wanted, and what is promised about it.
public struct DownloadRequest: Sendable {
    public let url: SafeURL
    /// Further addresses of the same bytes, asked in this order when ``url`` fails.
    public let mirrors: [SafeURL]
    public let partial: PartialName
    /// The folder for partial downloads.
    public let directory: Directory
    /// Size in bytes that the manifest promises.
    public let size: Int64?
    public let md5: Digest?
    public let sha256: Digest?
    /// The most bytes that an archive may have.
    public let limit: Int64

    /// The partial is named after `url`, whichever mirror its bytes come from.
    public init(
        url: SafeURL, mirrors: [SafeURL] = [], partial: PartialName, directory: Directory, size: Int64?,
        md5: Digest?, sha256: Digest?, limit: Int64
    ) {
        self.url = url
        self.mirrors = mirrors
        self.partial = partial
        self.directory = directory
        self.size = size
        self.md5 = md5
        self.sha256 = sha256
        self.limit = limit
    }

    public init(_ release: Release, mirrors: [SafeURL] = [], directory: Directory, limit: Int64) {
        self.init(
            url: release.url, mirrors: mirrors, partial: PartialName(release), directory: directory, size: release.size,
            md5: release.md5, sha256: release.sha256, limit: limit)
    }

    var hasDigest: Bool { md5 != nil || sha256 != nil }

    /// Each address once, in the order in which they are wanted.
    var addresses: [SafeURL] {
        var seen: Set<SafeURL> = []
        return ([url] + mirrors).filter { seen.insert($0).inserted }
    }

    /// The same bytes, into the same partial, from one address alone.
    func from(_ address: SafeURL) -> DownloadRequest {
        DownloadRequest(
            url: address, partial: partial, directory: directory, size: size, md5: md5, sha256: sha256, limit: limit)
    }
}
