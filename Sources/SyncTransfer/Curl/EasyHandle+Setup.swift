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
        // Curl's own field and not one of ours, because those are signed for S3 and some stores' fronts change it.
        set(CURLOPT_ACCEPT_ENCODING, ask.acceptsGzip ? "gzip" : "identity")
        var fields = ask.fields
        if let s3 = ask.s3 {
            set(CURLOPT_PATH_AS_IS, true)
            fields += sign(s3)
        }
        if ask.trust.isInScope {
            fields += settings.headers.filter { header in !fields.contains { $0.name == header.name } }
            authenticate(settings)
        }
        if ask.trust.mayUseNetrc, settings.netrc, settings.bearerToken == nil {
            set(CURLOPT_NETRC, Int(CURL_NETRC_OPTIONAL.rawValue))
            if let file = settings.netrcFile { set(CURLOPT_NETRC_FILE, file) }
        }
        set(fields: fields)
    }

    /// AWS Signature Version 4 by curl. Gives the fields that have to be sent with it.
    private func sign(_ s3: S3Settings) -> [(name: String, value: String)] {
        guard let accessKey = s3.accessKey, let secretKey = s3.secretKey else { return [] }
        set(CURLOPT_AWS_SIGV4, "aws:amz:\(s3.region):s3")
        set(CURLOPT_USERNAME, accessKey)
        set(CURLOPT_PASSWORD, secretKey)
        // Curl before 8 does not send it, and S3 demands it: the digest of no body.
        return [
            ("x-amz-content-sha256", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        ]
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
