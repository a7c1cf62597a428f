/// Holds the bodies of all transfers together to a rate: closed for as long as what was read too fast takes. Lives on
/// the loop's thread.
final class RateGate {
    private var limit: RateLimit
    /// When it opens again; nil while it is open.
    private(set) var opening: ContinuousClock.Instant?

    /// Nil for no limit.
    init?(rate: Int64) {
        guard rate > 0 else { return nil }
        limit = RateLimit(rate: rate, now: ArchiveSink.now)
    }

    func count(_ bytes: Int) {
        guard let pause = limit.pause(after: Int64(bytes), now: ArchiveSink.now) else { return }
        opening = .now + pause
    }

    /// Opens it when it is time. True when there is something to go on with.
    func openWhenDue() -> Bool {
        guard let moment = opening, moment <= .now else { return false }
        opening = nil
        return true
    }
}
