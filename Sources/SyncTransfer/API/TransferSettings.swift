public import SyncCore

/// How transfers behave: `[transfer]` of the configuration, with the secrets already read from their files.
public struct TransferSettings: Sendable {
    /// Transfers at the same time, all hosts together.
    public var parallel = 4
    /// Transfers at the same time with one host and port.
    public var perHost = 4
    /// Longest wait for a connection, TLS included.
    public var connectTimeout: Duration = .seconds(10)
    /// Longest silence of a server, before its reply and within it; not a limit on the whole transfer.
    public var stallTimeout: Duration = .seconds(30)
    /// Further attempts after one that failed without progress.
    public var retries = 5
    /// Bytes per second of all transfers together; 0 for no limit.
    public var maxRate: Int64 = 0
    public var userAgent = "assetsync"
    /// Extra request fields. They may hold secrets, so they go where credentials go and nowhere else.
    public var headers: [(name: String, value: String)] = []
    /// Address of a proxy; nil for curl's environment variables, empty for none.
    public var proxy: String?
    /// Path of the certificates to trust instead of the system's.
    public var caFile: String?
    public var clientCertificate: String?
    public var clientKey: String?
    /// Whether `~/.netrc` is looked at.
    public var netrc = true
    /// Another file in its place.
    var netrcFile: String?
    public var username: String?
    public var password: String?
    public var bearerToken: String?
    /// Whether plain `http` is allowed at all.
    public var allowHTTP = true
    /// Whether credentials and extra fields may cross a network in plain `http`. Loopback is no network.
    public var credentialsOverHTTP = false
    /// The address whose scheme, host and port alone get credentials and extra fields. Nil: those of each address
    /// that is asked for. Redirects to anywhere else never take them along.
    public var credentialScope: SafeURL?

    /// For `s3://bucket/key` addresses; nil where there are none.
    public var s3: S3Settings?

    public init() {}
}
