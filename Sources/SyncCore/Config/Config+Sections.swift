extension Config {
    /// `[archive]`
    public struct ArchiveSection: Sendable, Equatable {
        public var nameEncoding = NameEncoding.auto

        public init() {}
    }

    /// How names without any sign of Unicode are read.
    public enum NameEncoding: Sendable, Equatable {
        case auto
        /// As `iconv(1)` knows it.
        case named(String)
    }

    /// `[s3]`: where `s3://bucket/key` addresses lead.
    public struct S3: Sendable, Equatable {
        /// nil for the one of Amazon in ``region``.
        public var endpoint: SafeURL?
        public var region = "us-east-1"
        /// Absolute paths of files; nil asks without a signature.
        public var accessKeyFile: String?
        public var secretKeyFile: String?
        /// The bucket's name in the path rather than in the host.
        public var pathStyle = false

        public init() {}
    }

    /// `[trust]`: with any key set, only manifests that enough of them signed are accepted.
    public struct Trust: Sendable, Equatable {
        /// Absolute paths of PEM files with public keys.
        public var keys: [String] = []
        public var threshold = 1
        public var requireDigest = false
        /// How long before a manifest expires that is said.
        public var expiryWarning = Duration.seconds(3 * 86_400)

        public init() {}
    }

    /// `[hooks]`: commands, each as its list of arguments; run in order.
    public struct Hooks: Sendable, Equatable {
        /// Each may veto the swap.
        public var beforeSwap: [[String]] = []
        public var afterSwap: [[String]] = []

        public init() {}
    }

    /// `[metrics]`
    public struct Metrics: Sendable, Equatable {
        /// Absolute path of a `.prom` file.
        public var textfile: String?

        public init() {}
    }

    /// `[serve]`
    public struct Serve: Sendable, Equatable {
        public var listen = ListenAddress.standard

        public init() {}
    }
}
