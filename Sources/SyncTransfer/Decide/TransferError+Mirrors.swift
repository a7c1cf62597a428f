import SyncCore

extension TransferError {
    /// Whether another address of the same bytes may do better: not when the trouble is on this side.
    var mayDoBetterElsewhere: Bool {
        switch self {
        case .disk, .cancelled, .setting, .overAllowance, .allMirrorsFailed, .proxyNotFound, .proxy(407): false
        default: true
        }
    }

    /// Whether the whole server is in trouble, and not one of its files: other archives are better asked for
    /// elsewhere first.
    var condemnsOrigin: Bool {
        switch self {
        case .hostNotFound, .connectionRefused, .unreachable, .connectTimeout, .tls, .stalled, .connectionLost,
            .noReply, .retryLater:
            true
        case .status(500..., _), .s3(status: 500..., _, _): true
        case .proxy(let status): status >= 500
        default: false
        }
    }

    /// How much it tells about the archive itself: wrong bytes most, no connection least.
    private var weight: Int {
        if condemnsBytes { return 3 }
        switch self {
        case .notAZip: return 3
        case .status(500..., _), .s3(status: 500..., _, _): return 1
        case .status, .s3, .credentialsWithheld: return 2
        default: return condemnsOrigin ? 0 : 1
        }
    }

    /// One error for the failures of all addresses, in the order in which they were asked; the failure itself where
    /// there was one address.
    static func ofAll(_ failures: [TransferError]) -> TransferError {
        guard let first = failures.first else { return .cancelled }
        guard failures.count > 1 else { return first }
        let worst = failures.reduce(first) { $1.weight > $0.weight ? $1 : $0 }
        let retry: Retry = failures.contains { $0.retry == .later } ? .later : first.retry
        return .allMirrorsFailed(worst: worst, tried: failures.count, retry: retry)
    }
}
