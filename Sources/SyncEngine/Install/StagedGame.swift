import SyncCore

/// A complete new tree in staging, ready to be swapped in.
struct StagedGame: Sendable {
    let step: Plan.Step
    /// Its identity is the staged directory's.
    let tree: InstalledTree
    /// The staged directory's name in `tmp`; after the swap the old tree has it.
    let staging: String
    /// What is installed now.
    let previous: InstalledTree?
    /// Whether the previous tree is worth keeping for rollback.
    let keepsPrevious: Bool

    var game: GameID { step.release.game }
    var intent: Intent { Intent(game: game, tree: tree, staging: staging) }
}
