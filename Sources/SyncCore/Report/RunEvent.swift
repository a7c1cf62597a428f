/// What a run tells while it goes on, in order. A stream of them ends with exactly one ``finished(_:)``.
public enum RunEvent: Sendable {
    /// The plan is made: how many games will change.
    case planned(changes: Int)
    /// At most a few a second per game; totals, never increments.
    case progress(ProgressEvent)
    /// A game's work has ended, well or not.
    case game(GameReport)
    case finished(RunReport)
}
