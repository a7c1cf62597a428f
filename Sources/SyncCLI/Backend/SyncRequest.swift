public import SyncCore

/// What `sync` was asked to do.
public struct SyncRequest: Sendable, Equatable {
    /// What to do when another run holds the lock.
    public enum Wait: Sendable, Equatable {
        case no
        case forever
        case atMost(Duration)
    }

    /// Only these; all when empty.
    public var games: [GameID] = []
    public var isDryRun = false
    public var force = false
    public var allowMassDelete = false
    public var wait = Wait.no
    /// Started by a timer.
    public var isScheduled = false

    public init() {}
}
