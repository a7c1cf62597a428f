/// What a run does with one game.
public enum Action: String, Sendable, Equatable {
    case install
    case update
    /// The wanted version is recorded, but its tree is gone or damaged.
    case reinstall
    case delete
    case keep
    /// Left alone on purpose: paused, removed by the operator, not named on the command line, or refused.
    case skip
}
