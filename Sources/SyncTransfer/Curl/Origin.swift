import CCurl
import SyncCore

/// Scheme, host and port of an address, as curl reads it: who gets the request, and so who may see credentials.
struct Origin: Sendable, Hashable, CustomStringConvertible {
    let scheme: String
    /// Lowercase.
    let host: String
    let port: String

    /// `host:port`, printable; the port only where it is not the scheme's own.
    var description: String {
        let isUsual = scheme == "https" && port == "443" || scheme == "http" && port == "80"
        return (isUsual ? host : "\(host):\(port)").printable(limit: 300)
    }

    /// Whether the request stays on this machine (RFC 6761, section 6.3; RFC 1122, section 3.2.1.3).
    var isLoopback: Bool {
        if host == "localhost" || host == "[::1]" { return true }
        // Curl has brought every form of an IPv4 address into four decimal numbers.
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    init(_ url: SafeURL) throws(TransferError) {
        guard let handle = curl_url() else { throw .setting("url", problem: "out of memory") }
        defer { curl_url_cleanup(handle) }
        guard curl_url_set(handle, CURLUPART_URL, url.absolute, 0) == CURLUE_OK,
            let scheme = Self.part(CURLUPART_SCHEME, of: handle), let host = Self.part(CURLUPART_HOST, of: handle),
            let port = Self.part(CURLUPART_PORT, of: handle, flags: UInt32(CURLU_DEFAULT_PORT))
        else { throw .brokenURL(url.description) }
        self.scheme = scheme.lowercased()
        // `host.` and `host` are one host.
        self.host = host.hasSuffix(".") ? String(host.lowercased().dropLast()) : host.lowercased()
        self.port = port
    }

    private static func part(_ part: CURLUPart, of handle: OpaquePointer, flags: UInt32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, part, &text, flags) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
