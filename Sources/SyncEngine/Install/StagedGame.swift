import SyncCore

/// A complete new tree, ready to be swapped in.
struct StagedGame: Sendable {
    let game: GameID
    /// Its identity is that of the directory at ``place``.
    let tree: InstalledTree
    /// Where it lies; after the swap the old tree does.
    let place: StagingPlace
    /// What is installed now.
    let previous: InstalledTree?
    /// Whether the previous tree is worth keeping for rollback.
    let keepsPrevious: Bool
    /// Whether a folder that is not ours may give way.
    var replacesUntracked = false
    /// Set with the swap; nil leaves it as it is.
    var hold: GameRecord.Hold?

    var intent: Intent { Intent(game: game, tree: tree, staging: place.text(of: game)) }
}

extension StagedGame {
    /// What was built in `tmp` for a step of a plan.
    init(step: Plan.Step, tree: InstalledTree, staging: String, previous: InstalledTree?, keepsPrevious: Bool) {
        self.init(
            game: step.release.game, tree: tree, place: .temporary(staging), previous: previous,
            keepsPrevious: keepsPrevious, replacesUntracked: step.replacesUntracked)
    }
}
