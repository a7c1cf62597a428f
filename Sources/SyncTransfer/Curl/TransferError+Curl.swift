import CCurl
import Glibc
import SyncCore
import SyncPlatform

extension TransferError {
    /// What curl's result means, with the facts that it left in `easy`. Nil for success.
    init?(_ code: CURLcode, _ easy: EasyHandle, origin: Origin, settings: TransferSettings, missing: Int64?) {
        let host = origin.description
        switch code {
        case CURLE_OK: return nil
        case CURLE_COULDNT_RESOLVE_HOST: self = .hostNotFound(host: host)
        case CURLE_COULDNT_RESOLVE_PROXY: self = .proxyNotFound
        case CURLE_COULDNT_CONNECT, CURLE_PROXY:
            let number = Int32(easy.int(CURLINFO_OS_ERRNO))
            let isProxied = ProxyUse.isLikely(for: origin, settings)
            self =
                switch number {
                case ECONNREFUSED where !isProxied: .connectionRefused(host: host)
                case 0: .unreachable(host: host, reason: isProxied ? "the proxy cannot be reached" : "no connection")
                default:
                    .unreachable(
                        host: host, reason: (isProxied ? "the proxy cannot be reached: " : "") + errorText(number))
                }
        case CURLE_OPERATION_TIMEDOUT:
            // No time of a look-up: the name servers are what did not answer.
            let isNamed = easy.offset(CURLINFO_NAMELOOKUP_TIME_T) > 0
            self =
                isNamed
                ? .connectTimeout(host: host, after: settings.connectTimeout) : .hostNotFound(host: host)
        case CURLE_GOT_NOTHING: self = .noReply(host: host)
        case CURLE_PARTIAL_FILE: self = .closedEarly(missing: missing)
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            let status = easy.int(CURLINFO_HTTP_CONNECTCODE)
            self =
                if status >= 400 {
                    .proxy(status: status)
                } else if let problem = TLSProblem(alertIn: easy.message) {
                    // With TLS 1.3 the server judges the client when the connection is already there.
                    .tls(host: host, problem)
                } else {
                    .connectionLost(host: host)
                }
        case CURLE_PEER_FAILED_VERIFICATION:
            self = .tls(host: host, TLSProblem(verifyResult: easy.int(CURLINFO_SSL_VERIFYRESULT)))
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED:
            self = .tls(host: host, TLSProblem(alertIn: easy.message) ?? .handshake)
        case CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE: self = .tls(host: host, .authorityFile)
        case CURLE_SSL_CERTPROBLEM, CURLE_SSL_CLIENTCERT: self = .tls(host: host, .clientCertificate)
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
            self = .badReply(host: host, reason: "not HTTP")
        case CURLE_BAD_CONTENT_ENCODING: self = .badReply(host: host, reason: "its Content-Encoding cannot be undone")
        case CURLE_URL_MALFORMAT: self = .brokenURL(host)
        default: self = .curl(code: Int(code.rawValue), text: String(cString: curl_easy_strerror(code)).printable())
        }
    }
}

extension TLSProblem {
    /// What the server says of the client's certificate: OpenSSL's words for an alert (RFC 8446, section 6.2) in curl's
    /// message.
    init?(alertIn message: String) {
        if message.contains("alert certificate required") {
            self = .clientCertificateWanted
        } else if [
            "bad certificate", "unsupported certificate", "certificate revoked", "certificate expired",
            "certificate unknown", "unknown ca",
        ].contains(where: { message.contains("alert \($0)") }) {
            self = .clientCertificateRefused
        } else {
            return nil
        }
    }

    /// OpenSSL's `X509_V_ERR_…`, as curl passes it on; none when the chain is right and the name is wrong.
    init(verifyResult: Int) {
        self =
            switch verifyResult {
            // 1 is what curl begins with, before OpenSSL has judged the chain.
            case 0, 1, 62: .wrongHost
            case 9: .notYetValid
            case 10: .expired
            case 2, 18, 19, 20, 21, 27: .unknownAuthority
            case 23: .revoked
            default: .certificate(code: verifyResult)
            }
    }
}
