public import SyncCore
import SyncPlatform

extension TransferError {
    /// Whether a later run can succeed without anybody changing anything.
    public var retry: Retry {
        switch self {
        case .status(408, _), .status(425, _), .status(429, _), .status(500..., _): .later
        case .s3(let status, _, _): TransferError.status(status, url: "").retry
        case .status: .never
        case .hostNotFound, .proxyNotFound, .connectionRefused, .unreachable, .connectTimeout, .stalled,
            .connectionLost, .noReply, .closedEarly, .badReply, .retryLater, .proxy, .tooManyRedirects, .emptyBody,
            .sizeMismatch, .digestMismatch, .overAllowance, .cancelled, .curl, .tls, .changed:
            .later
        case .notAZip(_, _, _, let isPage): isPage ? .later : .never
        case .disk(let error): error.retry
        case .allMirrorsFailed(_, _, let retry): retry
        case .redirectDowngrade, .redirectScheme, .brokenRedirect, .brokenURL, .schemeNotAllowed, .plainHTTP,
            .contentEncoding, .credentialsWithheld, .tooLarge, .missingFile, .notAFile, .setting, .noRanges:
            .never
        }
    }

    /// Whether the bytes that came are of no use to a later call.
    var condemnsBytes: Bool {
        switch self {
        // Nothing of what is no archive gets into the file.
        case .tooLarge, .sizeMismatch, .digestMismatch, .emptyBody: true
        case .allMirrorsFailed(let worst, _, _): worst.condemnsBytes
        default: false
        }
    }

    /// The status of a reply that refuses.
    var refusedStatus: Int? {
        switch self {
        case .status(let status, _), .s3(let status, _, _): status
        default: nil
        }
    }

    /// Whether the same request may well succeed in a moment, within one run.
    var isTransient: Bool {
        switch self {
        case .hostNotFound, .proxyNotFound, .connectionRefused, .unreachable, .connectTimeout, .stalled,
            .connectionLost, .noReply, .closedEarly, .badReply:
            true
        case .status(408, _), .status(425, _), .status(429, _), .status(500..., _): true
        case .s3(let status, _, let url): TransferError.status(status, url: url).isTransient
        case .proxy(let status): status >= 500
        case .tls(_, .handshake): true
        default: false
        }
    }
}
