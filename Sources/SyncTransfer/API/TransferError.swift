public import SyncCore
public import SyncPlatform

/// Why bytes did not come. Hosts and addresses are printable and hold no user-info and no query.
public enum TransferError: Diagnostic, Equatable {
    case hostNotFound(host: String)
    case proxyNotFound
    case connectionRefused(host: String)
    /// `reason` is the system's word for it: `No route to host`.
    case unreachable(host: String, reason: String)
    case connectTimeout(host: String, after: Duration)
    case tls(host: String, TLSProblem)
    /// The server said nothing for that long.
    case stalled(host: String, after: Duration)
    case connectionLost(host: String)
    case noReply(host: String)
    /// The reply ended that many bytes before its declared end; nil where the end was not declared as a length.
    case closedEarly(missing: Int64?)
    case badReply(host: String, reason: String)
    case status(Int, url: String)
    /// A refusal after credentials were kept back because the address is plain http.
    case credentialsWithheld(status: Int, url: String)
    /// An S3-compatible store's refusal with its own word for it: `NoSuchKey`, `AccessDenied`.
    case s3(status: Int, code: String, url: String)
    /// The server asks for a longer pause than a run waits.
    case retryLater(after: Duration, status: Int)
    /// The proxy, not the server, answered with this status.
    case proxy(status: Int)
    case tooManyRedirects(limit: Int)
    case redirectDowngrade(to: String)
    case redirectScheme(String)
    case brokenRedirect
    case brokenURL(String)
    case schemeNotAllowed(String)
    case plainHTTP(url: String)
    case contentEncoding(String)
    /// More bytes than the limit allows; `promised` where the reply said how many.
    case tooLarge(limit: Int64, promised: Int64?)
    case sizeMismatch(expected: Int64, got: Int64)
    case digestMismatch(Digest.Algorithm, expected: String, got: String)
    case emptyBody(url: String)
    /// The server sends the whole where a part was asked for.
    case noRanges(url: String)
    /// The file is, or became, another one than the one whose parts were read.
    case changed(url: String)
    case notAZip(status: Int, contentType: String, firstWords: String, isPage: Bool)
    case missingFile(path: String)
    case notAFile(path: String)
    case disk(PlatformError)
    /// Every address failed. `worst` is what tells most; `retry` whether one of them may come back by itself.
    indirect case allMirrorsFailed(worst: TransferError, tried: Int, retry: Retry)
    /// The rest of the archive is more than may still be received.
    case overAllowance(needed: Int64, left: Int64)
    case cancelled
    /// A setting that curl or this machine cannot use.
    case setting(String, problem: String)
    /// What has no case of its own; `code` is curl's.
    case curl(code: Int, text: String)
}

/// What is wrong with a TLS connection.
public enum TLSProblem: Sendable, Equatable {
    case expired
    case notYetValid
    case wrongHost
    case unknownAuthority
    case revoked
    /// Another complaint about the certificate; `code` is OpenSSL's verify result.
    case certificate(code: Int)
    case handshake
    /// The configured one cannot be used.
    case clientCertificate
    /// The server wants one and got none.
    case clientCertificateWanted
    case clientCertificateRefused
    case authorityFile
}
