/// One thing that is wrong with the configuration.
public struct ConfigMistake: Sendable, Equatable {
    /// Dotted, `sync.keep_versions`; nil for a mistake of the file as a whole.
    public let key: String?
    public let origin: ConfigOrigin
    /// What is wrong, to be read after the key.
    public let problem: String
    /// The nearest valid key, the allowed values or another way out.
    public let hint: String?

    public init(key: String?, origin: ConfigOrigin, problem: String, hint: String? = nil) {
        self.key = key
        self.origin = origin
        self.problem = problem
        self.hint = hint
    }

    /// `/etc/assetsync/assetsync.toml:12: `sync.keep_versions` must be at least 1, not 0`
    public var sentence: String {
        let place = origin == .default ? "" : "\(origin): "
        return place + (key.map { "`\($0.printable(limit: 80))` " } ?? "") + problem
    }

    /// 0 for what stands on no line.
    var line: Int {
        if case .file(_, let line) = origin { line } else { 0 }
    }
}
