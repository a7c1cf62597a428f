/// What `verify` tells while it goes on. A stream of them ends with exactly one ``finished(_:)``.
public enum VerifyEvent: Sendable {
    /// How many games there are to look at.
    case began(games: Int)
    /// At most a few a second per game; totals, never increments.
    case progress(ProgressEvent)
    /// All files of a game have been read, or it has been repaired.
    case ended(GameID)
    case finished(VerifyReport)
}
