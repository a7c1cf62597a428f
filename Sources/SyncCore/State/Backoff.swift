/// When a timer or `watch` tries a game again whose failure the same bytes or the same address would bring again.
///
/// Trouble with the network, the disk or a local file passes by itself and is tried again by the next run.
public enum Backoff {
    /// The first pause, in seconds; each further refusal doubles it.
    public static let shortest: Int64 = 300
    /// The longest pause, in seconds, also of one that a server asks for.
    public static let longest: Int64 = 86_400

    /// Whether a failure of that step waits.
    public static func holdsBack(_ step: GameStep, _ retry: Retry) -> Bool {
        switch step {
        // The bytes of this offer are not the promised ones, however often they are fetched.
        case .verify: true
        case .download, .extract: retry == .never
        case .manifest, .plan, .space, .record, .swap, .repair, .rollback, .delete: false
        }
    }

    /// The pause after so many refusals, in seconds.
    public static func pause(refusals: Int) -> Int64 {
        // Beyond 2^9 the longest one holds anyway.
        min(shortest << Int64(min(max(refusals, 1) - 1, 9)), longest)
    }

    /// Until when a run by a timer leaves the game alone; nil when it does not.
    ///
    /// A time further away than the longest pause was written by a wrong clock and does not count.
    public static func end(of failure: GameFailure?, now: Timestamp) -> Timestamp? {
        guard let end = failure?.retryAt, end > now, end <= now.advanced(by: longest) else { return nil }
        return end
    }
}
