public import SyncCore

/// What is recorded when a game's new tree has come into place.
public struct SwapCommit: Sendable, Equatable {
    public var game: GameID
    /// What is in `games/<id>` now.
    public var tree: InstalledTree
    /// The tree that was there before, when it stays for rollback.
    public var kept: KeptVersion?
    /// The folder in `versions/<id>/` that the new tree came from, when this was a rollback: it is kept there no longer.
    public var taken: String?
    /// Set with the swap, so that no crash can part them; nil leaves it as it is.
    public var hold: GameRecord.Hold?

    public init(
        game: GameID, tree: InstalledTree, kept: KeptVersion? = nil, taken: String? = nil,
        hold: GameRecord.Hold? = nil
    ) {
        self.game = game
        self.tree = tree
        self.kept = kept
        self.taken = taken
        self.hold = hold
    }
}
