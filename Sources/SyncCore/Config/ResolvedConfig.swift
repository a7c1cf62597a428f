/// The configuration and where each value of it comes from.
public struct ResolvedConfig: Sendable, Equatable {
    public let config: Config
    /// Absolute path of the file that was read.
    public let file: String
    /// By dotted key; members of tables too. What is missing is a default.
    let origins: [String: ConfigOrigin]

    /// Of a key such as `sync.interval`.
    public func origin(of key: String) -> ConfigOrigin { origins[key] ?? .default }
}
