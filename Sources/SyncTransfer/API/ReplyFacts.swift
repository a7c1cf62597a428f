public import SyncCore

/// How a server answers for a file: what a publisher should know.
public struct ReplyFacts: Sendable, Equatable {
    /// After redirects.
    public let finalURL: SafeURL
    public let status: Int
    public let contentType: String?
    /// Lowercase; nil for `identity`.
    public let contentEncoding: String?
    /// Byte for byte, weak ones too.
    public let etag: String?
    public let lastModified: String?
    /// Of the whole file, where the server says it.
    public let size: Int64?
    /// Whether exactly the range came that was asked for.
    public let servesRanges: Bool

    public var hasStrongETag: Bool { etag.map(Validator.isStrongETag) ?? false }
}
