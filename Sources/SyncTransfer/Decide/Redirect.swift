import SyncCore

/// Where a chain of redirects leads. Each attempt begins again at the original address, because the targets may be
/// signed and expire.
struct Redirect: Sendable {
    static let limit = 10

    private(set) var url: SafeURL
    private var hops = 0

    init(from url: SafeURL) { self.url = url }

    /// Follows `head`'s `Location` (RFC 9110, section 10.2.2): at most ``limit`` times, only to http and https, and
    /// never from https to plain http.
    mutating func follow(_ head: ReplyHead, allowHTTP: Bool) throws(TransferError) {
        guard hops < Self.limit else { throw .tooManyRedirects(limit: Self.limit) }
        hops += 1
        let target: SafeURL
        do {
            target = try SafeURL(head.location ?? "", relativeTo: url)
        } catch {
            if case .scheme(let word) = error { throw .redirectScheme(word) }
            throw .brokenRedirect
        }
        switch (url.scheme, target.scheme) {
        case (_, .file), (_, .s3): throw .redirectScheme(target.scheme.rawValue)
        case (.https, .http): throw .redirectDowngrade(to: target.description)
        case (_, .http) where !allowHTTP: throw .plainHTTP(url: target.description)
        default: url = target
        }
    }
}
