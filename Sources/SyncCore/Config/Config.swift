/// The whole configuration, every value typed and checked. A new value holds the defaults.
public struct Config: Sendable, Equatable {
    public var manifest: SafeURL
    /// Absolute, without a slash at its end.
    public var root: String
    /// Absolute; nil for `<root>/games`.
    public var gamesDirectory: String?
    public var fields = ManifestFields()
    public var sync = Sync()
    public var transfer = Transfer()
    public var s3 = S3()
    public var limits = Limits()
    public var archive = ArchiveSection()
    /// Absolute paths of password files.
    public var passwords: [GameID: String] = [:]
    public var trust = Trust()
    public var hooks = Hooks()
    public var metrics = Metrics()
    public var serve = Serve()

    public init(manifest: SafeURL, root: String) {
        self.manifest = manifest
        self.root = root
    }

    /// Whether plain http may be used at all: where the operator lets it, or where signatures make up for it.
    public var mayUseHTTP: Bool { transfer.allowHTTP || !trust.keys.isEmpty }

    /// What consumers read.
    public var gamesPath: String { gamesDirectory ?? "\(root)/games" }

    /// What holds `tmp`, `versions` and `archives`: on the file system of the games, so that a swap is one rename.
    public var workPath: String { gamesDirectory.map { "\($0)/.assetsync" } ?? root }
}
