/// An earlier version of a game, kept in `versions/<id>/` for rollback.
public struct KeptVersion: Sendable, Equatable {
    public let game: GameID
    /// The folder's name in `versions/<id>/`: the version, or the version and some of its digest where two kept trees
    /// have the same version.
    public let folder: String
    public let tree: InstalledTree
    public let keptAt: Timestamp

    public init(game: GameID, folder: String, tree: InstalledTree, keptAt: Timestamp) {
        self.game = game
        self.folder = folder
        self.tree = tree
        self.keptAt = keptAt
    }
}
