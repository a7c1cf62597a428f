import CCurl
import SyncCore

extension EasyHandle {
    /// Sets up one request. Redirects are not curl's business here: see ``Redirect``.
    func prepare(_ ask: Ask, _ settings: TransferSettings) {
        set(CURLOPT_URL, ask.url.absolute)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        // No signals: their handlers belong to the process, and curl runs on a thread.
        set(CURLOPT_NOSIGNAL, true)
        // A resolver that hangs must not hold up a cancelled transfer.
        set(CURLOPT_QUICK_EXIT, true)
        set(CURLOPT_CONNECTTIMEOUT_MS, settings.connectTimeout.milliseconds)
        set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        // Rather a stream of a connection that is being made than a connection of one's own.
        set(CURLOPT_PIPEWAIT, true)
        set(CURLOPT_TCP_KEEPALIVE, true)
        // With a limited rate small reads, so that pauses are short.
        set(CURLOPT_BUFFERSIZE, settings.maxRate > 0 ? 16 * 1024 : PartialFile.pieceBytes)
        set(CURLOPT_USERAGENT, settings.userAgent)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
        // Nil leaves the decision to the environment.
        if let proxy = settings.proxy { set(CURLOPT_PROXY, proxy) }
        if let file = settings.caFile { set(CURLOPT_CAINFO, file) }
        if ask.acceptsGzip {
            set(CURLOPT_ACCEPT_ENCODING, "gzip")
        }
        var fields = ask.fields
        if ask.trust.isInScope {
            fields += settings.headers.filter { header in !fields.contains { $0.name == header.name } }
            authenticate(settings)
        }
        if ask.trust.mayUseNetrc, settings.netrc, settings.bearerToken == nil {
            set(CURLOPT_NETRC, Int(CURL_NETRC_OPTIONAL.rawValue))
        }
        set(fields: fields)
    }

    private func authenticate(_ settings: TransferSettings) {
        if let file = settings.clientCertificate { set(CURLOPT_SSLCERT, file) }
        if let file = settings.clientKey { set(CURLOPT_SSLKEY, file) }
        if let token = settings.bearerToken {
            set(CURLOPT_HTTPAUTH, curl_auth_bearer)
            set(CURLOPT_XOAUTH2_BEARER, token)
        } else {
            // Only Basic, so that it is sent with the first request and costs no round trip.
            set(CURLOPT_HTTPAUTH, curl_auth_basic)
            if let username = settings.username { set(CURLOPT_USERNAME, username) }
            if let password = settings.password { set(CURLOPT_PASSWORD, password) }
        }
    }
}

extension Duration {
    /// At least 1, so that it never means "no limit".
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < 1_000_000_000 else { return 1_000_000_000_000 }
        return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
    }
}
