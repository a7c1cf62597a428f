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

    /// Moves the old tree to its own name in `versions/<id>/`, or marks it for deletion.
    ///
    /// Works again after a crash at any point of itself: a tree that has been moved already is found by its inode.
    ///
    /// - Parameters:
    ///   - previous: What the old tree was; nil when it was not ours.
    ///   - place: Where it lies now, and its successor lay before.
    ///   - game: Whose it was.
    ///   - successor: What took its place.
    ///   - kept: The versions kept so far, the successor among them when this is a rollback.
    ///   - keep: Whether it is worth keeping.
    ///   - now: When it is retired.
    /// - Returns: The version to record as kept, or nil.
    /// - Throws: ``PlatformError``; the old tree is then still where it was.
    func retire(
        _ previous: InstalledTree?, at place: StagingPlace, game: GameID, successor: InstalledTree,
        kept: [KeptVersion], keep: Bool, now: Timestamp
    ) throws(PlatformError) -> KeptVersion? {
        let kept = kept.filter { $0.folder != place.taken }
        // Whoever rolls back may want to go forth again, however few versions are kept.
        let hasRoom = keepVersions > 1 || place.taken != nil
        guard keep, hasRoom, let previous, previous.digests.sha256 != successor.digests.sha256 else {
            try throwAway(place, game)
            if let previous, !kept.contains(where: { $0.tree.receipt == previous.receipt }) {
                try receipts.remove(previous.receipt)
            }
            return nil
        }
        // The order in which versions were kept must show, also within a second and when the clock is set back.
        let now = kept.map { $0.keptAt.advanced(by: 1) }.reduce(now, max)
        if place.taken != nil { _ = try storage.versions.makeDirectory(game.text) }
        let (home, staging) = try place.locate(game, in: storage)
        guard let moved = try home.status(staging), try recognition.isTree(previous, in: home, staging) else {
            if let version = try self.moved(previous, game, besides: kept, now) { return version }
            // Not the tree that the row speaks of: somebody else put it there. It is not kept as if it were.
            return try drop(previous, place, game)
        }
        guard isWhole(previous, moved, home, staging) else { return try drop(previous, place, game) }
        let folder = try storage.versions.makeDirectory(game.text)
        var name = previous.version.text
        if kept.contains(where: { $0.folder == name }) { name += "@\(previous.receiptToken)" }
        if name == place.taken { return try self.kept(previous, game, in: folder, name, now) }
        do {
            if try folder.status(name) != nil { try trash.take(name, from: folder) }
            if moved.mode & 0o200 == 0 { try home.setMode(staging, moved.mode | 0o700) }
            try home.renameNew(staging, to: folder, as: name)
        } catch {
            // Any name in there is as good as its own.
            guard let taken = place.taken else { throw error }
            name = taken
        }
        // It is in place; what a power cut could undo is only that it is kept.
        if durable { try? folder.flush() }
        return try self.kept(previous, game, in: folder, name, now)
    }

    /// Marks what lies at a staged tree's place for deletion.
    func throwAway(_ place: StagingPlace, _ game: GameID) throws(PlatformError) {
        switch place {
        case .temporary(let name): trash.add(name)
        case .kept(let name):
            guard try storage.versions.status(game.text)?.kind == .directory else { return }
            let folder = try storage.versions.directory(game.text)
            if try folder.status(name) != nil { try trash.take(name, from: folder) }
        }
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

    private func drop(
        _ tree: InstalledTree, _ place: StagingPlace, _ game: GameID
    ) throws(PlatformError) -> KeptVersion? {
        try throwAway(place, game)
        try receipts.remove(tree.receipt)
        return nil
    }

    /// Whether nothing is visibly missing from the old tree: a damaged one is no way back.
    private func isWhole(_ tree: InstalledTree, _ status: FileStatus, _ home: Directory, _ staging: String) -> Bool {
        guard status.modifiedNanoseconds != tree.topModified, let receipt = receipts.read(tree.receipt) else {
            return true
        }
        return receipt.visibleProblem(in: home, staging) == nil
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
        // Else a power cut could bring the folders back after what knows of them is gone.
        if durable {
            try storage.games.flush()
            try storage.versions.flush()
        }
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
        let others = known.filter { $0.folder != commit.kept?.folder && $0.folder != commit.taken }
        let all = others + (commit.kept.map { [$0] } ?? [])
        let installed = commit.tree.digests.sha256
        let equal = all.filter { $0.tree.digests.sha256 == installed }
        let different = all.filter { $0.tree.digests.sha256 != installed }.sorted { $0.keptAt > $1.keptAt }
        // The way forth of a rollback stays for now, however few versions are kept.
        let room = max(commit.taken == nil ? 0 : 1, keepVersions - 1)
        return (Array(different.prefix(room)), equal + different.dropFirst(room))
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
