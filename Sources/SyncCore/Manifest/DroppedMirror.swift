/// A mirror of the manifest that cannot be used. Its game does without it.
public struct DroppedMirror: Sendable, Equatable {
    public let game: GameID
    /// One sentence, printable.
    public let problem: String

    public init(game: GameID, problem: String) {
        self.game = game
        self.problem = problem
    }
}
