import SyncCore
import SyncPlatform

extension TransferError {
    public var code: String {
        switch self {
        case .hostNotFound, .proxyNotFound: "transfer.dns"
        case .connectionRefused: "transfer.refused"
        case .unreachable: "transfer.unreachable"
        case .connectTimeout: "transfer.connect-timeout"
        case .tls: "transfer.tls"
        case .stalled: "transfer.stalled"
        case .connectionLost, .noReply: "transfer.lost"
        case .closedEarly: "transfer.closed-early"
        case .badReply: "transfer.bad-reply"
        case .status(let status, _): "transfer.status.\(status)"
        case .credentialsWithheld(let status, _): "transfer.status.\(status)"
        case .s3(let status, _, _): "transfer.status.\(status)"
        case .retryLater: "transfer.retry-later"
        case .proxy: "transfer.proxy"
        case .tooManyRedirects, .redirectDowngrade, .redirectScheme, .brokenRedirect: "transfer.redirect"
        case .brokenURL: "transfer.url"
        case .schemeNotAllowed, .plainHTTP: "transfer.scheme"
        case .contentEncoding: "transfer.content-encoding"
        case .tooLarge: "transfer.too-large"
        case .sizeMismatch: "transfer.size"
        case .digestMismatch: "transfer.digest"
        case .emptyBody: "transfer.empty"
        case .noRanges: "transfer.no-ranges"
        case .changed: "transfer.changed"
        case .notAZip: "transfer.not-a-zip"
        case .missingFile, .notAFile: "transfer.file"
        case .disk(let error): error.code
        case .allMirrorsFailed(let worst, _, _): worst.code
        case .overAllowance: "transfer.over-allowance"
        case .cancelled: "transfer.cancelled"
        case .setting: "transfer.setting"
        case .curl: "transfer.curl"
        }
    }

    public var summary: String {
        switch self {
        case .hostNotFound(let host): "cannot find the host `\(host)`: its name does not resolve"
        case .proxyNotFound: "cannot find the proxy: its name does not resolve"
        case .connectionRefused(let host): "cannot connect to `\(host)`: connection refused"
        case .unreachable(let host, let reason): "cannot connect to `\(host)`: \(reason)"
        case .connectTimeout(let host, let after): "cannot connect to `\(host)`: no answer within \(after.words)"
        case .tls(let host, let problem): "no secure connection to `\(host)`: \(problem.words)"
        case .stalled(let host, let after): "`\(host)` sent nothing for \(after.words)"
        case .connectionLost(let host): "the connection to `\(host)` broke"
        case .noReply(let host): "`\(host)` closed the connection without a reply"
        case .closedEarly(let missing?): "the connection closed \(missing) bytes early"
        case .closedEarly(nil): "the connection closed before the end of the reply"
        case .badReply(let host, let reason): "`\(host)` sent a broken reply: \(reason)"
        case .status(let status, let url): "the server answered HTTP \(status)\(statusWords(status)) for `\(url)`"
        case .credentialsWithheld(let status, let url):
            "the server answered HTTP \(status)\(statusWords(status)) for `\(url)`; no credentials were sent in plain http"
        case .s3(let status, let code, let url):
            "the store answered HTTP \(status)\(statusWords(status)), `\(code)`, for `\(url)`"
        case .retryLater(let after, let status):
            "the server answered HTTP \(status) and asks to wait \(after.words)"
        case .proxy(407): "the proxy asks for authentication (HTTP 407)"
        case .proxy(let status): "the proxy answered HTTP \(status)"
        case .tooManyRedirects(let limit): "too many redirects: more than \(limit)"
        case .redirectDowngrade(let url): "refused: a redirect from https to plain http, to `\(url)`"
        case .redirectScheme(let scheme): "refused: a redirect to the scheme `\(scheme)`, which is not allowed"
        case .brokenRedirect: "the server redirects to an address that is not well formed"
        case .brokenURL(let url): "`\(url)` is not an address that can be asked"
        case .schemeNotAllowed(let scheme): "the scheme `\(scheme)` cannot be transferred"
        case .plainHTTP(let url): "`\(url)` is plain http, which is not allowed here"
        case .contentEncoding(let encoding):
            "the archive came with Content-Encoding `\(encoding)`, which was not asked for"
        case .tooLarge(let limit, let promised?): "\(promised) bytes are more than the limit of \(limit)"
        case .tooLarge(let limit, nil): "more bytes than the limit of \(limit)"
        case .sizeMismatch(let expected, let got): "the size differs: expected \(expected) bytes, got \(got)"
        case .digestMismatch(let algorithm, let expected, let got):
            "the \(algorithm.rawValue) checksum differs: expected `\(expected)`, got `\(got)`"
        case .emptyBody(let url): "the server sent 0 bytes for `\(url)`"
        case .noRanges(let url): "the server does not send parts of `\(url)`"
        case .changed(let url): "`\(url)` is not the file that was expected, or changed while it was read"
        case .notAZip(let status, let type, let words, let isPage):
            "not a zip archive\(isPage ? " (HTML page)" : ""): HTTP \(status), content type `\(type)`, begins `\(words)`"
        case .missingFile(let path): "there is no file `\(path)`"
        case .notAFile(let path): "`\(path)` is not a regular file"
        case .disk(let error): error.summary
        case .allMirrorsFailed(let worst, let tried, _): "\(worst.summary); all \(tried) addresses were tried"
        case .overAllowance(let needed, let left):
            "\(needed) bytes are more than the \(left) bytes that may still be received"
        case .cancelled: "the transfer was cancelled"
        case .setting(let name, let problem): "the transfer setting `\(name)` cannot be used: \(problem)"
        case .curl(let code, let text): "the transfer failed: \(text) (curl \(code))"
        }
    }

    public var hint: String? {
        switch self {
        case .hostNotFound: "Check the host's spelling and this machine's DNS (`getent hosts NAME`)"
        case .proxyNotFound: "Check `transfer.proxy` or the variables `http_proxy`, `https_proxy`, `all_proxy`"
        case .connectionRefused: "Check that the server runs and the port is right"
        case .unreachable, .connectTimeout: "Check the network, its firewall and the proxy settings"
        case .tls(_, let problem): problem.hint
        case .stalled: "The next run tries again; raise `transfer.stall_timeout` for a slow server"
        case .connectionLost, .noReply, .closedEarly: "What can be resumed is kept; the next run goes on from there"
        case .badReply: "Check that the address is that of a web server"
        case .status(401, let url) where url.hasPrefix("s3:"), .status(403, let url) where url.hasPrefix("s3:"):
            "Check the section `[s3]`"
        case .status(401, _), .status(403, _):
            "Check `transfer.username`, `transfer.password_file`, `transfer.bearer_token_file` or `~/.netrc`"
        case .status(404, _), .status(410, _): "Check the address in the manifest, or publish the missing file"
        case .status(429, _), .status(500..., _): "The server is in trouble; the next run tries again"
        case .status: nil
        case .credentialsWithheld: "Use https, or set `transfer.credentials_over_http = true` if the network is trusted"
        case .s3(let status, let code, _): s3Hint(status, code)
        case .retryLater: "The next run after that time tries again"
        case .proxy(407): "Put user and password into `transfer.proxy` (`http://user:password@host:port`)"
        case .proxy: "Check the proxy and what it allows"
        case .tooManyRedirects, .brokenRedirect: "The server is set up wrongly; look at the address with `curl -IL`"
        case .redirectDowngrade: "Let the server redirect to https"
        case .redirectScheme: "Let the server redirect to http or https"
        case .brokenURL, .schemeNotAllowed: "Use an `https` or `http` address"
        case .plainHTTP: "Use https, or set `transfer.allow_http = true`"
        case .contentEncoding: "Let the server send archives as they are, without compression"
        case .tooLarge: "Raise the limit under `[limits]` if this size is right"
        case .sizeMismatch, .digestMismatch: "The mirror may be behind the manifest, or the manifest is wrong"
        case .emptyBody: "Upload the archive again"
        case .noRanges: "Let the server honour the `Range` field, as every static file server can"
        case .changed: "The server may be behind the manifest; the next run tries again"
        case .notAZip(_, _, _, isPage: true): "A login page of the network (captive portal) may be in the way"
        case .notAZip: "Check the address in the manifest"
        case .missingFile, .notAFile: "Check the path"
        case .disk(let error): error.hint
        case .allMirrorsFailed(let worst, _, _): worst.hint
        case .overAllowance: "What can be resumed is kept; raise `transfer.max_bytes_per_…` or wait for the next period"
        case .cancelled: "What can be resumed is kept; the next run goes on from there"
        case .setting: "Correct it in the configuration"
        case .curl: nil
        }
    }
}

extension TLSProblem {
    var words: String {
        switch self {
        case .expired: "its certificate has expired"
        case .notYetValid: "its certificate is not valid yet"
        case .wrongHost: "its certificate is for another host"
        case .unknownAuthority: "its certificate is from an unknown authority"
        case .revoked: "its certificate was revoked"
        case .certificate(let code): "its certificate is not valid (OpenSSL verify result \(code))"
        case .handshake: "the TLS handshake failed"
        case .clientCertificate: "the client certificate or its key cannot be used"
        case .clientCertificateWanted: "the server wants a client certificate"
        case .clientCertificateRefused: "the server does not accept the client certificate"
        case .authorityFile: "the file with the trusted authorities cannot be read"
        }
    }

    var hint: String {
        switch self {
        case .expired: "Renew the server's certificate, and check this machine's clock"
        case .notYetValid: "Check this machine's clock"
        case .wrongHost: "Use the host name that the certificate is for"
        case .unknownAuthority: "Set `transfer.ca_file` to the certificate of the authority that signed it"
        case .revoked, .certificate: "Renew the server's certificate"
        case .handshake: "Check that the port speaks TLS, and whether the server wants a client certificate"
        case .clientCertificate, .clientCertificateRefused: "Check `transfer.client_cert` and `transfer.client_key`"
        case .clientCertificateWanted: "Set `transfer.client_cert` and `transfer.client_key`"
        case .authorityFile: "Check `transfer.ca_file`; without it, install the package `ca-certificates`"
        }
    }
}

extension Duration {
    /// `1.5 s`, `90 s`: seconds with at most one decimal.
    var words: String {
        let tenths = components.seconds.multipliedReportingOverflow(by: 10)
        guard !tenths.overflow else { return "\(components.seconds) s" }
        let value = tenths.partialValue + Int64(components.attoseconds / 100_000_000_000_000_000)
        return value % 10 == 0 ? "\(value / 10) s" : "\(value / 10).\(value % 10) s"
    }
}

private func s3Hint(_ status: Int, _ code: String) -> String? {
    switch code {
    case "NoSuchKey": "Check the address, or upload the missing object"
    case "NoSuchBucket": "Check the bucket's name and `s3.endpoint`"
    case "RequestTimeTooSkewed", "RequestExpired": "Set this machine's clock"
    case "SignatureDoesNotMatch": "Check `s3.secret_key_file` and `s3.region`"
    case "InvalidAccessKeyId": "Check `s3.access_key_file`"
    case "AuthorizationHeaderMalformed", "PermanentRedirect", "TemporaryRedirect", "Redirect":
        "Set `s3.region` and `s3.endpoint` to those of the bucket"
    case "AccessDenied": "Let the key read this object (`s3:GetObject`), or check `s3.access_key_file`"
    default: status >= 500 ? "The store is in trouble; the next run tries again" : "Check the section `[s3]`"
    }
}

/// The usual words for a status, because a server's own may be anything.
private func statusWords(_ status: Int) -> String {
    switch status {
    case 400: " (bad request)"
    case 401: " (credentials needed)"
    case 403: " (forbidden)"
    case 404: " (not found)"
    case 408: " (request timeout)"
    case 410: " (gone)"
    case 416: " (range not satisfiable)"
    case 429: " (too many requests)"
    case 500: " (server error)"
    case 502: " (bad gateway)"
    case 503: " (service unavailable)"
    case 504: " (gateway timeout)"
    default: ""
    }
}
