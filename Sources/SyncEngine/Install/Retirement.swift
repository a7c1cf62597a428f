import SyncCore
import SyncPlatform
import SyncStore

/// What becomes of an old tree after the swap: kept for rollback or thrown away.
struct Retirement: Sendable {
    let storage: Storage
    let receipts: ReceiptFolder
    let trash: Trash
    /// Total per game, the installed one included.
    let keepVersions: Int
    let durable: Bool

    var recognition: Recognition { Recognition(games: storage.games, receipts: receipts) }

    /// Moves the old tree out of `tmp` into `versions/<id>/`, or marks it for deletion.
    ///
    /// Works again after a crash at any point of itself: a tree that has been moved already is found by its inode.
    ///
    /// - Parameters:
    ///   - previous: What the old tree was; nil when it was not ours.
    ///   - staging: Its name in `tmp`.
    ///   - game: Whose it was.
    ///   - successor: What took its place.
    ///   - kept: The versions kept so far.
    ///   - keep: Whether it is worth keeping.
    ///   - now: When it is retired.
    /// - Returns: The version to record as kept, or nil.
    /// - Throws: ``PlatformError``; the old tree is then still at its name in `tmp`.
    func retire(
        _ previous: InstalledTree?, staging: String, game: GameID, successor: InstalledTree, kept: [KeptVersion],
        keep: Bool, now: Timestamp
    ) throws(PlatformError) -> KeptVersion? {
        guard keep, keepVersions > 1, let previous, previous.digests.sha256 != successor.digests.sha256 else {
            trash.add(staging)
            if let previous, !kept.contains(where: { $0.tree.receipt == previous.receipt }) {
                try receipts.remove(previous.receipt)
            }
            return nil
        }
        // The order in which versions were kept must show, also within a second and when the clock is set back.
        let now = kept.map { $0.keptAt.advanced(by: 1) }.reduce(now, max)
        guard let moved = try storage.temporary.status(staging),
            try recognition.isTree(previous, in: storage.temporary, staging)
        else {
            if let version = try moved(previous, game, besides: kept, now) { return version }
            // Not the tree that the row speaks of: somebody else put it there. It is not kept as if it were.
            return try drop(previous, staging)
        }
        guard isWhole(previous, moved, staging) else { return try drop(previous, staging) }
        let folder = try storage.versions.makeDirectory(game.text)
        var name = previous.version.text
        if kept.contains(where: { $0.folder == name }) { name += "@\(previous.receiptToken)" }
        if try folder.status(name) != nil { try trash.take(name, from: folder) }
        if moved.mode & 0o200 == 0 { try storage.temporary.setMode(staging, moved.mode | 0o700) }
        try storage.temporary.renameNew(staging, to: folder, as: name)
        // It is in place; what a power cut could undo is only that it is kept.
        if durable { try? folder.flush() }
        return try self.kept(previous, game, in: folder, name, now)
    }

    /// The old tree where a run that was cut off has moved it already.
    private func moved(
        _ tree: InstalledTree, _ game: GameID, besides kept: [KeptVersion], _ now: Timestamp
    ) throws(PlatformError) -> KeptVersion? {
        guard try storage.versions.status(game.text)?.kind == .directory else { return nil }
        let folder = try storage.versions.directory(game.text)
        let others = Set(kept.map(\.folder))
        for name in try folder.names() where !others.contains(name) {
            guard try recognition.isTree(tree, in: folder, name) else { continue }
            return try self.kept(tree, game, in: folder, name, now)
        }
        return nil
    }

    private func drop(_ tree: InstalledTree, _ staging: String) throws(PlatformError) -> KeptVersion? {
        trash.add(staging)
        try receipts.remove(tree.receipt)
        return nil
    }

    /// Whether nothing is visibly missing from the tree that now lies in `tmp`: a damaged one is no way back.
    private func isWhole(_ tree: InstalledTree, _ status: FileStatus, _ staging: String) -> Bool {
        guard status.modifiedNanoseconds != tree.topModified, let receipt = receipts.read(tree.receipt) else {
            return true
        }
        return receipt.visibleProblem(in: storage.temporary, staging) == nil
    }

    private func kept(
        _ tree: InstalledTree, _ game: GameID, in folder: Directory, _ name: String, _ now: Timestamp
    ) throws(PlatformError) -> KeptVersion {
        var tree = tree
        tree.identity = try folder.status(name)?.identity ?? tree.identity
        return KeptVersion(game: game, folder: name, tree: tree, keptAt: now)
    }

    /// Removes an installed game with its kept versions and receipts: out of sight first, and the rows last, so that one
    /// that was interrupted is still known and removed by the next run.
    ///
    /// Throws ``PlanError/replaced(found:)`` with nothing changed when no folder stands at its place.
    func forget(_ record: GameRecord, in store: StateStore) async throws {
        let name = record.id.text
        if let place = try storage.games.status(name) {
            guard place.kind == .directory else { throw PlanError.replaced(found: "no folder") }
            try trash.take(name, from: storage.games)
        }
        if try storage.versions.status(name) != nil { try trash.take(name, from: storage.versions) }
        let kept = try await store.keptVersions(of: record.id)
        for receipt in kept.map(\.tree.receipt) + (record.installed.map { [$0.receipt] } ?? []) {
            try receipts.remove(receipt)
        }
        try await store.removeKept(kept.map { ($0.game, $0.folder) })
        try await store.removeInstalled([record.id])
    }

    /// Which kept versions of a game stay after a swap, and which are one too many: the oldest, and those equal to what
    /// is now installed.
    func sort(_ known: [KeptVersion], after commit: SwapCommit) -> (stay: [KeptVersion], surplus: [KeptVersion]) {
        let all = known.filter { $0.folder != commit.kept?.folder } + (commit.kept.map { [$0] } ?? [])
        let installed = commit.tree.digests.sha256
        let equal = all.filter { $0.tree.digests.sha256 == installed }
        let others = all.filter { $0.tree.digests.sha256 != installed }.sorted { $0.keptAt > $1.keptAt }
        let room = max(0, keepVersions - 1)
        return (Array(others.prefix(room)), equal + others.dropFirst(room))
    }

    /// Moves a kept version to the trash. Its row is removed by the caller, afterwards.
    func discard(_ version: KeptVersion) throws(PlatformError) {
        guard try storage.versions.status(version.game.text)?.kind == .directory else { return }
        let folder = try storage.versions.directory(version.game.text)
        if try folder.status(version.folder) != nil { try trash.take(version.folder, from: folder) }
        try receipts.remove(version.tree.receipt)
        if try folder.names().isEmpty { try storage.versions.removeTree(version.game.text) }
    }
}

extension InstalledTree {
    /// The part of the receipt's name that no other tree has.
    var receiptToken: String { String(receipt.dropLast(".json".count).suffix(12)) }
}
