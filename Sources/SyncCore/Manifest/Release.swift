/// One version of one game as the manifest offers it.
public struct Release: Sendable, Equatable {
    public let game: GameID
    public let version: Version
    public let url: SafeURL
    public let md5: Digest?
    public let sha256: Digest?
    /// Size of the archive in bytes, when the manifest says it.
    public let size: Int64?
    /// Other addresses of the same archive, tried in this order after ``url``.
    public let mirrors: [SafeURL]
    /// nil when every machine takes it at once.
    public let rollout: Rollout?
    /// Of this archive; nil when there is none that can be used.
    public let index: IndexReference?

    public init(
        game: GameID, version: Version, url: SafeURL, md5: Digest?, sha256: Digest?, size: Int64?,
        mirrors: [SafeURL] = [], rollout: Rollout? = nil, index: IndexReference? = nil
    ) {
        self.game = game
        self.version = version
        self.url = url
        self.md5 = md5
        self.sha256 = sha256
        self.size = size
        self.mirrors = mirrors
        self.rollout = rollout
        self.index = index
    }

    /// Whether the manifest tells what its bytes must be.
    public var hasDigest: Bool { md5 != nil || sha256 != nil }

    /// Whether some address of the archive is plain http.
    public var mayComeOverHTTP: Bool { url.scheme == .http || mirrors.contains { $0.scheme == .http } }
}
