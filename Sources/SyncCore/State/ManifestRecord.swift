/// What is known of the manifest.
public struct ManifestRecord: Sendable, Equatable {
    /// Printable form of the URL it came from, after redirects.
    public var url: String
    /// The address that relative references resolve against, without user-info and query.
    public var base: String
    public var etag: String?
    public var lastModified: String?
    public var sequence: Int64?
    public var expires: Timestamp?
    /// When the accepted one was fetched, and when the server was last asked with success.
    public var fetched: Timestamp?
    public var checked: Timestamp?
    /// Why the last attempt was refused or failed; nil after a good one.
    public var error: String?
    /// Whether every game is as this manifest wants it, so that a 304 needs no parsing.
    public var settled: Bool
    /// SHA-256 of everything besides the body that its meaning depends on (manifest_fields, URL), as text.
    public var reading: String
    /// What signatures prove of it; nil when no keys were asked for.
    public var trust: Trust?
    /// How many games may come over plain http, and how many of those have no digest.
    public var plainHTTP: PlainHTTP

    public struct PlainHTTP: Sendable, Equatable {
        public var games: Int
        public var withoutDigest: Int

        public init(games: Int = 0, withoutDigest: Int = 0) {
            self.games = games
            self.withoutDigest = withoutDigest
        }
    }

    /// Of a manifest that enough keys signed.
    public struct Trust: Sendable, Equatable {
        /// SHA-256 that stands for the keys and the threshold of the configuration, as text. When it is another, the
        /// operator has spoken anew, and what the old keys said does not count any more.
        public var anchor: String
        /// The keys that a manifest announced, as JSON; nil while those of the configuration hold.
        public var nextKeys: String?
        /// The newest time that a manifest was signed at.
        public var newestSigned: Timestamp?

        public init(anchor: String, nextKeys: String? = nil, newestSigned: Timestamp? = nil) {
            self.anchor = anchor
            self.nextKeys = nextKeys
            self.newestSigned = newestSigned
        }
    }

    public init(
        url: String, base: String, etag: String? = nil, lastModified: String? = nil, sequence: Int64? = nil,
        expires: Timestamp? = nil, fetched: Timestamp? = nil, checked: Timestamp? = nil, error: String? = nil,
        settled: Bool = false, reading: String = "", trust: Trust? = nil, plainHTTP: PlainHTTP = PlainHTTP()
    ) {
        self.url = url
        self.base = base
        self.etag = etag
        self.lastModified = lastModified
        self.sequence = sequence
        self.expires = expires
        self.fetched = fetched
        self.checked = checked
        self.error = error
        self.settled = settled
        self.reading = reading
        self.trust = trust
        self.plainHTTP = plainHTTP
    }
}
