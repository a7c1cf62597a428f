import SyncCore
import SyncPlatform

/// An installed tree or a kept version whose files may be used again.
struct SeedTree: Sendable {
    /// Opens it; no link is followed.
    let open: @Sendable () throws(PlatformError) -> Directory
    /// The name of its receipt.
    let receipt: String
}

extension Storage {
    /// All trees on this machine, in the order in which they are asked for files of `game`: its own, its kept versions,
    /// then those of the others.
    func seedTrees(for game: GameID, _ records: [GameRecord], _ kept: [KeptVersion]) -> [SeedTree] {
        var groups: [[SeedTree]] = [[], [], [], []]
        for record in records {
            guard let installed = record.installed else { continue }
            let tree = SeedTree(
                open: { [games] () throws(PlatformError) in try games.directory(record.id.text) },
                receipt: installed.receipt)
            groups[record.id == game ? 0 : 2].append(tree)
        }
        for version in kept {
            let tree = SeedTree(
                open: { [versions] () throws(PlatformError) in
                    try versions.directory(version.game.text).directory(version.folder)
                }, receipt: version.tree.receipt)
            groups[version.game == game ? 1 : 3].append(tree)
        }
        return groups.flatMap { $0 }
    }
}
