/// A swap that is about to happen, recorded before it does. After a crash the directory's identity tells whether it did.
public struct Intent: Sendable, Equatable {
    public let game: GameID
    /// What will be in `games/<id>`; its `identity` is the staged directory's.
    public let tree: InstalledTree
    /// Where the new tree lies before the swap and the old one after it: a name in `tmp` or, for a rollback,
    /// `versions/<id>/<folder>`.
    public let staging: String

    public init(game: GameID, tree: InstalledTree, staging: String) {
        self.game = game
        self.tree = tree
        self.staging = staging
    }
}
