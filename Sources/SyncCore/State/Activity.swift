/// What a running sync is doing with a game right now; written at most twice a second for `status` to read.
public struct Activity: Sendable, Equatable {
    public let game: GameID
    public let phase: ProgressEvent.Phase
    /// Bytes done; resumed ones count as done.
    public let done: Int64
    public let total: Int64?

    public init(game: GameID, phase: ProgressEvent.Phase, done: Int64, total: Int64?) {
        self.game = game
        self.phase = phase
        self.done = done
        self.total = total
    }
}
