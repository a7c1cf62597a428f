import SyncCore
import SyncPlatform

/// Tells which trees on disk are ours when the state does not: each has its receipt.
struct Recognition {
    let games: Directory
    let receipts: ReceiptFolder

    /// Rows for the installed trees of games that are not `known`.
    func installedTrees(besides known: Set<GameID>) throws(PlatformError) -> [GameRecord] {
        let strange = try receipts.all { id in (try? GameID(String(id))).map { !known.contains($0) } ?? false }
        var records: [GameRecord] = []
        for (game, candidates) in Dictionary(grouping: strange, by: \.game) {
            guard let place = try games.status(game.text), place.kind == .directory,
                let (receipt, damage) = choose(candidates, game.text, place)
            else { continue }
            var tree = receipt.tree
            tree.identity = place.identity
            tree.topModified = place.modifiedNanoseconds
            records.append(GameRecord(id: game, installed: tree, exist: true, damage: damage))
        }
        return records.sorted { $0.id < $1.id }
    }

    /// By inode where there is one receipt: such a tree is ours even where it is damaged, and then repaired. One that
    /// came back from a backup has another, and is read instead. Where versions are kept there are several, and it may
    /// have come to the inode of another version: the content decides.
    private func choose(
        _ candidates: [Receipt], _ name: String, _ place: FileStatus
    ) -> (receipt: Receipt, damage: String?)? {
        let same = candidates.filter { $0.tree.identity.inode == place.identity.inode }
        if candidates.count == 1, let receipt = same.first, receipt.visibleProblem(in: games, name) == nil {
            return (receipt, nil)
        }
        let others = candidates.filter { $0.tree.identity.inode != place.identity.inode }
        if let whole = (same + others).first(where: { $0.matchesContent(of: games, name) }) { return (whole, nil) }
        // An inode is used again when its directory is gone, for somebody else's folder perhaps.
        return same.first { $0.hasTraces(in: games, name) }.map { receipt in
            (receipt, receipt.visibleProblem(in: games, name) ?? "files have changed")
        }
    }

    /// Whether a folder is that tree: by its inode or, where it came back from a backup, by its content.
    func isTree(_ tree: InstalledTree, in parent: Directory, _ name: String) throws(PlatformError) -> Bool {
        guard let place = try parent.status(name), place.kind == .directory else { return false }
        if place.identity.inode == tree.identity.inode { return true }
        return receipts.read(tree.receipt)?.matchesContent(of: parent, name) ?? false
    }
}
