public import SyncCore

/// What one run is asked to do.
public struct SyncOptions: Sendable, Equatable {
    /// Only these games; nil means all.
    public var selection: Set<GameID>?
    /// Say what would be done and do nothing.
    public var isDryRun: Bool
    /// Install the wanted version again even where it is current.
    public var force: Bool
    public var allowMassDelete: Bool
    public var wait: Wait
    /// Started by a timer: games whose last attempt failed for good wait for their time.
    public var isScheduled: Bool

    /// What to do when another run holds the lock.
    public enum Wait: Sendable, Equatable {
        case no
        case forever
        case upTo(Duration)
    }

    public init(
        selection: Set<GameID>? = nil, isDryRun: Bool = false, force: Bool = false, allowMassDelete: Bool = false,
        wait: Wait = .no, isScheduled: Bool = false
    ) {
        self.selection = selection
        self.isDryRun = isDryRun
        self.force = force
        self.allowMassDelete = allowMassDelete
        self.wait = wait
        self.isScheduled = isScheduled
    }
}
