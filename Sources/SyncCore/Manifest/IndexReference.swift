/// Where the index of an archive is, and what its bytes must be.
public struct IndexReference: Sendable, Equatable {
    public let url: SafeURL
    /// Of the file as it is served, which is gzip.
    public let sha256: Digest

    public init(url: SafeURL, sha256: Digest) {
        self.url = url
        self.sha256 = sha256
    }
}
