/// What the configuration depends on besides its file.
public struct ConfigSurroundings: Sendable {
    /// Absolute path of the file, for messages and origins.
    public var file: String
    /// `root` as an option of the command line gave it; absolute. Wins over the file.
    public var rootOption: String?
    /// `root` when neither option nor file give it; nil when it cannot be known.
    public var defaultRoot: String?
    public var defaultRootOrigin: ConfigOrigin
    /// The user's home folder; must not be `root` itself.
    public var home: String?
    /// Whether iconv can read an encoding of that name.
    public var knowsEncoding: @Sendable (String) -> Bool

    public init(
        file: String, rootOption: String? = nil, defaultRoot: String?, defaultRootOrigin: ConfigOrigin = .default,
        home: String? = nil, knowsEncoding: @escaping @Sendable (String) -> Bool
    ) {
        self.file = file
        self.rootOption = rootOption
        self.defaultRoot = defaultRoot
        self.defaultRootOrigin = defaultRootOrigin
        self.home = home
        self.knowsEncoding = knowsEncoding
    }
}
