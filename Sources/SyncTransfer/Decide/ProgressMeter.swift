/// Decides when to report, and measures the rate over a sliding window. Pure: the time comes in.
struct ProgressMeter: Sendable {
    static let interval: Duration = .milliseconds(250)
    static let window: Duration = .seconds(5)

    private struct Sample {
        let time: Duration
        let received: Int64
    }

    private var samples: [Sample]
    private var received: Int64 = 0
    private var lastReport: Duration

    /// `now` counts from any fixed moment.
    init(now: Duration) {
        samples = [Sample(time: now, received: 0)]
        lastReport = now - Self.interval
    }

    /// Counts bytes off the wire; says whether a report is due.
    mutating func add(_ bytes: Int64, now: Duration) -> Bool {
        received += bytes
        guard now - lastReport >= Self.interval else { return false }
        lastReport = now
        samples.append(Sample(time: now, received: received))
        // One sample at or before the window's edge stays, as its beginning.
        while samples.count > 2, now - samples[1].time >= Self.window { samples.removeFirst() }
        return true
    }

    /// Bytes per second over the window; nil before there is enough to tell.
    func rate(now: Duration) -> Int64? {
        let first = samples[0]
        let milliseconds = (now - first.time) / .milliseconds(1)
        guard milliseconds >= 200, received > first.received else { return nil }
        return Int64(Double(received - first.received) * 1000 / milliseconds)
    }
}
