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

    public init(
        url: String, base: String, etag: String? = nil, lastModified: String? = nil, sequence: Int64? = nil,
        expires: Timestamp? = nil, fetched: Timestamp? = nil, checked: Timestamp? = nil, error: String? = nil,
        settled: Bool = false, reading: String = ""
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
    }
}
