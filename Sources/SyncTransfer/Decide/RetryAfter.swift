/// `Retry-After` (RFC 9110, section 10.2.3): seconds, or a date.
enum RetryAfter {
    /// The longest pause that a run waits for.
    static let maximum: Duration = .seconds(300)

    /// Nil when there is none or it is not well formed. A date counts from the reply's own `Date`, so that the clock
    /// of this machine does not matter; `now` is for a reply without one, in seconds since 1970.
    static func pause(_ head: ReplyHead, now: Int64) -> Duration? {
        guard let text = head.retryAfter else { return nil }
        // A year is as good as for ever, and does not overflow anything.
        let year: Int64 = 31_536_000
        if let seconds = Decimal.parse(text) { return .seconds(min(seconds, year)) }
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return .seconds(year) }
        guard let date = HTTPDate.seconds(text) else { return nil }
        let sent = head.date.flatMap(HTTPDate.seconds) ?? now
        return .seconds(min(max(0, date - sent), year))
    }
}
