/// A limit for the bytes of all transfers together: what was read too fast is waited for. Pure: the time comes in.
struct RateLimit: Sendable {
    /// What may come at once after a pause, as a part of a second.
    private static let burst = 0.1

    private let rate: Double
    /// Bytes that may be read now; negative while there is something to wait for.
    private var balance: Double
    private var last: Duration

    /// - Parameters:
    ///   - rate: Bytes per second, above 0.
    ///   - now: Counts from any fixed moment.
    init(rate: Int64, now: Duration) {
        self.rate = Double(rate)
        balance = Double(rate) * Self.burst
        last = now
    }

    /// Counts bytes that were read; says how long to read nothing.
    mutating func pause(after bytes: Int64, now: Duration) -> Duration? {
        balance = min(balance + rate * ((now - last) / .seconds(1)), rate * Self.burst) - Double(bytes)
        last = now
        guard balance < 0 else { return nil }
        return .seconds(min(-balance / rate, 3600))
    }
}
