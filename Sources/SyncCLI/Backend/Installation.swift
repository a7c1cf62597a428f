public import SyncCore

/// Which installation a command is about, as far as the command line and the environment say.
public struct Installation: Sendable {
    /// `--config FILE` as typed: may be relative to the working folder.
    public var configFile: String?
    /// `--root DIR` as typed; wins over the configuration's `root`.
    public var root: String?
    public var environment: [String: String]
    public var logger: Logger

    public init(configFile: String?, root: String?, environment: [String: String], logger: Logger) {
        self.configFile = configFile
        self.root = root
        self.environment = environment
        self.logger = logger
    }
}
