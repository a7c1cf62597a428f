public import SyncCore

/// The effective configuration as `config show` prints it.
public struct ConfigView: Sendable, Equatable {
    public struct Entry: Sendable, Equatable {
        /// `sync.interval`; keys that need quotes have them: `passwords."a b"`.
        public var key: String
        /// Secrets are `***` already.
        public var value: JSON
        /// `default`, `--root`, `$ASSETSYNC_CONFIG`, or a place in the file: `line 12`.
        public var origin: String

        public init(key: String, value: JSON, origin: String) {
            self.key = key
            self.value = value
            self.origin = origin
        }
    }

    /// The file that was read, printable; nil when there is none.
    public var file: String?
    /// In the order of the documentation.
    public var entries: [Entry]
    /// Sentences about what is allowed but likely not meant.
    public var warnings: [String]

    public init(file: String?, entries: [Entry], warnings: [String] = []) {
        self.file = file
        self.entries = entries
        self.warnings = warnings
    }
}
