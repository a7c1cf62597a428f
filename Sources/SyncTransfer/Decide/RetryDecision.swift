/// Whether and when a failed request is sent again within one call. Pure: chance comes in as a number.
struct RetryDecision: Sendable {
    enum Action: Sendable, Equatable {
        case retry(after: Duration)
        case giveUp(TransferError)
    }

    static let firstPause: Duration = .milliseconds(200)
    static let longestPause: Duration = .seconds(30)

    /// Further attempts after one that failed without progress.
    let retries: Int
    private(set) var attempts = 0

    init(retries: Int) { self.retries = max(0, retries) }

    /// - Parameters:
    ///   - failure: What the attempt ended with.
    ///   - retryAfter: The pause that the server asks for.
    ///   - progressed: Whether more is on disk than ever before in this call; then the count begins anew.
    ///   - chance: At least 0, below 1.
    /// - Returns: What to do. Pauses double from attempt to attempt, each a random part of the whole ("full
    ///   jitter"), so that many clients of a server that comes back do not meet again.
    mutating func after(
        _ failure: TransferError, retryAfter: Duration? = nil, progressed: Bool, chance: Double
    ) -> Action {
        guard failure.isTransient else { return .giveUp(failure) }
        if let retryAfter, retryAfter > RetryAfter.maximum, let status = failure.refusedStatus {
            return .giveUp(.retryLater(after: retryAfter, status: status))
        }
        if progressed { attempts = 0 }
        guard attempts < retries else { return .giveUp(failure) }
        // Beyond 2^8 the cap holds anyway.
        let whole = min(Self.firstPause * (1 << min(attempts, 8)), Self.longestPause)
        attempts += 1
        // What the server asks for is a minimum; the jitter comes on top.
        guard let retryAfter else { return .retry(after: whole * chance) }
        return .retry(after: retryAfter + Self.firstPause * chance)
    }
}
