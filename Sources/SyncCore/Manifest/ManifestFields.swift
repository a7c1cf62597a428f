/// Where a foreign API keeps what a manifest says; from `[manifest_fields]`. Empty means: the names that are understood
/// without configuration.
public struct ManifestFields: Sendable, Equatable {
    /// Each is a path of keys, written with dots: `data.list`.
    public var games: [String]?
    public var id: [String]?
    public var version: [String]?
    public var url: [String]?
    public var md5: [String]?
    public var sha256: [String]?
    public var size: [String]?

    public init() {}
}
