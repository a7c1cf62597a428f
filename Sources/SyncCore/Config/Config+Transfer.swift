extension Config {
    /// `[transfer]`
    public struct Transfer: Sendable, Equatable {
        /// Downloads at once, in all and from one host.
        public var parallel = 4
        public var perHost = 4
        public var connectTimeout = Duration.seconds(10)
        /// The longest silence between two bytes.
        public var stallTimeout = Duration.seconds(30)
        /// Further attempts after the first.
        public var retries = 5
        /// Bytes a second over all downloads; nil for no limit.
        public var maxRate: Int64?
        /// nil for `assetsync/VERSION`.
        public var userAgent: String?
        /// Sent with every request, in the order of the file.
        public var headers: [HeaderField] = []
        /// nil: the environment variables that curl knows count.
        public var proxy: ProxyAddress?
        public var caFile: String?
        public var clientCert: String?
        public var clientKey: String?
        public var netrc = true
        public var username: String?
        public var passwordFile: String?
        public var bearerTokenFile: String?
        public var allowHTTP = true
        /// Whether names, passwords and tokens may go over plain http.
        public var credentialsOverHTTP = false
        /// Folders that hold the same archives, each with a slash at its end; tried in this order.
        public var mirrors: [SafeURL] = []
        /// The most bytes of a run, a local day and a local month; nil for no limit.
        public var maxBytesPerRun: Int64?
        public var maxBytesPerDay: Int64?
        public var maxBytesPerMonth: Int64?
        /// The time of day at which archives are fetched; nil for all day.
        public var window: TransferWindow?

        public init() {}
    }
}
