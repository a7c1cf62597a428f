import SyncCore
import SyncPlatform
import SyncStore
import SyncTransfer

/// Brings state and disk together after whatever happened to the last run. Runs under the lock, before the plan, always
/// the same way; when nothing happened it finds nothing to do.
struct Recovery {
    let storage: Storage
    let store: StateStore
    let retirement: Retirement
    let logger: Logger
    let now: Timestamp

    /// `outcome` is how the state database was found; `last` the run before, which was cut off if it has no end.
    func perform(_ outcome: OpenOutcome, last: RunRecord?) async throws {
        for intent in try await store.intents() { try await settle(intent) }
        if last?.finished == nil || outcome != .existing {
            try await adoptInstalledTrees()
            try await reconcile()
        }
        try await prune()
        try sweepTemporary()
    }

    /// Kept versions that are one too many: after a crash, or because the config now keeps fewer.
    private func prune() async throws {
        let kept = Dictionary(grouping: try await store.keptVersions(), by: \.game)
        guard kept.values.contains(where: { $0.count >= max(1, retirement.keepVersions) }) else { return }
        for record in try await store.games() {
            guard let versions = kept[record.id], let installed = record.installed else { continue }
            try await discard(retirement.sort(versions, after: SwapCommit(game: record.id, tree: installed)).surplus)
        }
    }

    private func discard(_ surplus: [KeptVersion]) async throws {
        for version in surplus { try retirement.discard(version) }
        if !surplus.isEmpty { try await store.removeKept(surplus.map { ($0.game, $0.folder) }) }
    }

    /// The inode at the game's place tells whether the swap happened. Either answer leaves a complete tree there.
    private func settle(_ intent: Intent) async throws {
        let name = intent.game.text
        if try storage.games.status(name) == nil, try isStaged(intent) {
            // Between the two renames on a file system without exchange.
            try storage.temporary.renameNew(intent.staging, to: storage.games, as: name)
            let aside = Swap.aside(intent.staging)
            if try storage.temporary.status(aside) != nil {
                try storage.temporary.renameNew(aside, to: storage.temporary, as: intent.staging)
            }
        }
        guard let place = try storage.games.status(name), place.identity.inode == intent.tree.identity.inode else {
            logger.log(.info, "recovery.dropped", [.init("game", intent.game), .init("version", intent.tree.version)])
            try retirement.receipts.remove(intent.tree.receipt)
            return try await store.dropIntent(intent.game)
        }
        let previous = try await store.games().first { $0.id == intent.game }
        let kept = try await store.keptVersions(of: intent.game)
        let version = try retirement.retire(
            previous?.installed, staging: intent.staging, game: intent.game, successor: intent.tree, kept: kept,
            keep: previous?.damage == nil, now: now)
        var tree = intent.tree
        tree.topModified = place.modifiedNanoseconds
        let commit = SwapCommit(game: intent.game, tree: tree, kept: version)
        try await store.commitSwaps([commit])
        try await discard(retirement.sort(kept, after: commit).surplus)
        logger.log(.info, "recovery.finished", [.init("game", intent.game), .init("version", intent.tree.version)])
    }

    private func isStaged(_ intent: Intent) throws(PlatformError) -> Bool {
        try storage.temporary.status(intent.staging)?.identity.inode == intent.tree.identity.inode
    }

    /// The state was lost: trees that carry a receipt are recognised and not downloaded again.
    private func adoptInstalledTrees() async throws {
        let known = Set(try await store.games().filter { $0.installed != nil }.map(\.id))
        let receipts = try retirement.receipts.all().filter { !known.contains($0.game) }
        var records: [GameRecord] = []
        for (game, candidates) in Dictionary(grouping: receipts, by: \.game) {
            guard let place = try storage.games.status(game.text), place.kind == .directory else { continue }
            // By inode first; a tree that came back from a backup has another, and is read instead.
            let receipt =
                candidates.first { $0.tree.identity.inode == place.identity.inode }
                ?? candidates.first { $0.matchesContent(of: storage.games, game.text) }
            guard let receipt, receipt.visibleProblem(in: storage.games, game.text) == nil else { continue }
            var tree = receipt.tree
            tree.identity = place.identity
            tree.topModified = place.modifiedNanoseconds
            records.append(GameRecord(id: game, installed: tree, exist: true))
        }
        guard !records.isEmpty else { return }
        try await store.adopt(records)
        logger.log(.warning, "recovery.adopted", [.init("games", records.count)])
    }

    /// After a run that did not end: what no row names goes, and rows whose tree is gone go.
    private func reconcile() async throws {
        var named: Set<String> = []
        var folders: [String: Set<String>] = [:]
        for record in try await store.games() {
            if let installed = record.installed { named.insert(installed.receipt) }
        }
        for version in try await store.keptVersions() {
            let place = try storage.versions.status("\(version.game.text)/\(version.folder)")
            if place?.kind == .directory {
                named.insert(version.tree.receipt)
                folders[version.game.text, default: []].insert(version.folder)
            } else {
                try await store.removeKept([(version.game, version.folder)])
            }
        }
        try await adoptKeptTrees(&named, &folders)
        for game in try storage.versions.names() {
            guard try storage.versions.status(game)?.kind == .directory else {
                try retirement.trash.take(game, from: storage.versions)
                continue
            }
            let folder = try storage.versions.directory(game)
            for name in try folder.names() where folders[game]?.contains(name) != true {
                try retirement.trash.take(name, from: folder)
            }
            if try folder.names().isEmpty { try storage.versions.removeTree(game) }
        }
        for name in try retirement.receipts.directory.names() where !named.contains(name) {
            try retirement.receipts.remove(name)
        }
    }

    /// Kept versions whose row is lost but whose receipt is there.
    private func adoptKeptTrees(_ named: inout Set<String>, _ folders: inout [String: Set<String>]) async throws {
        let installed = Set(try await store.games().filter { $0.installed != nil }.map(\.id))
        for receipt in try retirement.receipts.all()
        where !named.contains(receipt.tree.receipt) && installed.contains(receipt.game) {
            let game = receipt.game.text
            guard try storage.versions.status(game)?.kind == .directory else { continue }
            let folder = try storage.versions.directory(game)
            for name in try folder.names()
            where try folder.status(name)?.identity.inode == receipt.tree.identity.inode
                && folders[game]?.contains(name) != true
            {
                let version = KeptVersion(
                    game: receipt.game, folder: name, tree: receipt.tree, keptAt: receipt.tree.installedAt)
                try await store.insertKept([version])
                named.insert(receipt.tree.receipt)
                folders[game, default: []].insert(name)
            }
        }
    }

    /// Everything in `tmp` but partial downloads goes; those that nobody wants go after the plan.
    private func sweepTemporary() throws(PlatformError) {
        for name in try storage.temporary.names() where PartialName.stem(of: name) == nil { retirement.trash.add(name) }
    }
}
