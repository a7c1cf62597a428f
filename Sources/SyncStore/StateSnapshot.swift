public import SyncCore

/// All that `status` needs to know, at one moment: no commit of a running sync lies between two of its parts.
public struct StateSnapshot: Sendable, Equatable {
    public let games: [GameRecord]
    public let kept: [KeptVersion]
    public let manifest: ManifestRecord?
    /// The newest run, which may still go on.
    public let lastRun: RunRecord?
    public let activities: [Activity]
}
