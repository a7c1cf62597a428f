/// The facts of a reply's head that decisions rest on. A field that is not well formed counts as absent.
struct ReplyHead: Sendable, Equatable {
    var status: Int
    /// As sent; curl sees to it that a body has this length.
    var contentLength: Int64?
    var contentRange: ContentRange?
    var contentType: String?
    /// Lowercase; `identity` counts as absent.
    var contentEncoding: String?
    /// Byte for byte, weak ones too.
    var etag: String?
    /// Byte for byte.
    var lastModified: String?
    var date: String?
    var retryAfter: String?
    var location: String?
    var isChunked = false
    /// Header bytes of this and of earlier heads of the exchange, such as 103.
    var headerBytes: Int64 = 0

    init(status: Int) { self.status = status }

    /// RFC 9110, section 8.8.3: a quoted tag without `W/`.
    var strongETag: String? { etag.flatMap { Validator.isStrongETag($0) ? $0 : nil } }

    /// The date of the last change where it can tell a later text apart: one that was written in the second of the reply
    /// may be written again in it, and the server would then call the first one unchanged for ever.
    var settledLastModified: String? {
        lastModified.flatMap { Validator.isSettled($0, sent: date) ? $0 : nil }
    }

    /// RFC 9110, section 15.4: the statuses that say where else the thing is.
    var isRedirect: Bool { location != nil && [301, 302, 303, 307, 308].contains(status) }

    /// Length of the body when it is declared.
    var bodyLength: Int64? { isChunked ? nil : contentLength }
}
