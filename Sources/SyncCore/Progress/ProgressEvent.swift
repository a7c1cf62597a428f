/// How far one game is: totals, never increments, so that a slow reader that misses some is still right.
public struct ProgressEvent: Sendable, Equatable {
    public enum Phase: String, Sendable, Equatable {
        case download, verify, extract, swap
    }

    public let game: GameID
    public let phase: Phase
    /// Bytes done in this phase; resumed ones count.
    public let done: Int64
    /// Bytes of the whole phase, when known.
    public let total: Int64?
    /// Bytes per second over the last seconds, resumed ones not counted; nil before there is a rate.
    public let bytesPerSecond: Int64?

    public init(game: GameID, phase: Phase, done: Int64, total: Int64?, bytesPerSecond: Int64? = nil) {
        self.game = game
        self.phase = phase
        self.done = done
        self.total = total
        self.bytesPerSecond = bytesPerSecond
    }

    /// Seconds to go at the present rate; nil when total or rate are unknown.
    public var eta: Int64? {
        guard let total, let bytesPerSecond, bytesPerSecond > 0, done >= 0, total >= done else { return nil }
        let (seconds, rest) = (total - done).quotientAndRemainder(dividingBy: bytesPerSecond)
        return rest == 0 ? seconds : seconds + 1
    }
}
