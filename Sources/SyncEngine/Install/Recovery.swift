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

    /// `outcome` is how the state database was found; `last` the run before, which was cut off if it has no end. A run
    /// that is about to roll back does not prune what it may be asked for. Returns games that are in place now although
    /// no run has told so.
    func perform(_ outcome: OpenOutcome, last: RunRecord?, prunes: Bool = true) async throws -> [GameReport] {
        var finished: [GameReport] = []
        for intent in try await store.intents() {
            if let report = try await settle(intent) { finished.append(report) }
        }
        try await finishRemovals()
        if last.map(\.wasCutOff) ?? true || outcome != .existing {
            try await adoptInstalledTrees()
            try await reconcile()
        }
        if prunes { try await prune() }
        try sweepTemporary()
        return finished
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

    /// What `remove` was doing when it was killed.
    private func finishRemovals() async throws {
        guard try await store.holds().values.contains(.removed) else { return }
        for record in try await store.games() where record.hold == .removed && record.installed != nil {
            // A link or a file that took the folder's place is not ours to remove.
            let place = try storage.games.status(record.id.text)
            guard place == nil || place?.kind == .directory else { continue }
            try await retirement.forget(record, in: store)
        }
    }

    private func discard(_ surplus: [KeptVersion]) async throws {
        for version in surplus { try retirement.discard(version) }
        if !surplus.isEmpty { try await store.removeKept(surplus.map { ($0.game, $0.folder) }) }
    }

    /// The inode at the game's place tells whether the swap happened. Either answer leaves a complete tree there.
    private func settle(_ intent: Intent) async throws -> GameReport? {
        let name = intent.game.text
        let place = StagingPlace(intent)
        try finishRenames(intent, place)
        guard let found = try storage.games.status(name), found.identity.inode == intent.tree.identity.inode else {
            logger.log(.info, "recovery.dropped", [.init("game", intent.game), .init("version", intent.tree.version)])
            // A kept version that was not put in place stays kept, with its receipt.
            if place.taken == nil { try retirement.receipts.remove(intent.tree.receipt) }
            try await store.dropIntent(intent.game)
            return nil
        }
        let previous = try await store.games().first { $0.id == intent.game }
        let kept = try await store.keptVersions(of: intent.game)
        let version = try retirement.retire(
            previous?.installed, at: place, game: intent.game, successor: intent.tree, kept: kept,
            keep: previous?.damage == nil, now: now)
        var tree = intent.tree
        tree.topModified = found.modifiedNanoseconds
        let commit = SwapCommit(
            game: intent.game, tree: tree, kept: version, taken: place.taken,
            hold: place.taken == nil ? nil : .paused)
        try await store.commitSwaps([commit])
        try await discard(retirement.sort(kept, after: commit).surplus)
        logger.log(.info, "recovery.finished", [.init("game", intent.game), .init("version", intent.tree.version)])
        return GameReport(finishing: intent, previous: previous?.installed)
    }

    /// On a file system without exchange a swap is three renames: the old tree aside, the new one in, the old one to the
    /// place of the new. Once the first is done the new tree is whole on the disk, and the others follow. Without it
    /// nothing says so: a tree that is only staged may not have been flushed.
    private func finishRenames(_ intent: Intent, _ place: StagingPlace) throws(PlatformError) {
        let (temporary, aside) = (storage.temporary, place.aside(intent.tree))
        guard try temporary.status(aside) != nil else { return }
        if place.taken != nil { _ = try storage.versions.makeDirectory(intent.game.text) }
        let (home, staging) = try place.locate(intent.game, in: storage)
        if try storage.games.status(intent.game.text) == nil {
            let isStaged = try home.status(staging)?.identity.inode == intent.tree.identity.inode
            try (isStaged ? home : temporary).renameNew(
                isStaged ? staging : aside, to: storage.games, as: intent.game.text)
        }
        if try temporary.status(aside) != nil, try home.status(staging) == nil {
            try temporary.renameNew(aside, to: home, as: staging)
        }
    }

    /// The state was lost: trees that carry a receipt are recognised and not downloaded again.
    private func adoptInstalledTrees() async throws {
        let known = Set(try await store.games().filter { $0.installed != nil }.map(\.id))
        let records = try retirement.recognition.installedTrees(besides: known)
        guard !records.isEmpty else { return }
        try await store.adopt(records)
        logger.log(.warning, "recovery.adopted", [.init("games", records.count)])
    }

    /// After a run that did not end: what no row names goes, and rows whose tree is gone go.
    private func reconcile() async throws {
        var rows = Rows()
        for record in try await store.games() {
            if let installed = record.installed { rows.add(installed) }
        }
        for version in try await store.keptVersions() {
            let place = try storage.versions.status("\(version.game.text)/\(version.folder)")
            if place?.kind == .directory {
                rows.add(version)
            } else {
                try await store.removeKept([(version.game, version.folder)])
            }
        }
        try await adoptKeptTrees(&rows)
        for name in try storage.versions.names() {
            guard try storage.versions.status(name)?.kind == .directory else {
                throwAway(name, from: storage.versions)
                continue
            }
            let folder = try storage.versions.directory(name)
            for version in try folder.names() where !rows.name(version, of: name) { throwAway(version, from: folder) }
            if try folder.names().isEmpty { try storage.versions.removeTree(name) }
        }
        for name in try retirement.receipts.directory.names() where !rows.name(receipt: name) {
            try retirement.receipts.remove(name)
        }
    }

    /// What cannot be moved, because it is somebody else's, stays and stops no run.
    private func throwAway(_ name: String, from folder: Directory) {
        do throws(PlatformError) {
            try retirement.trash.take(name, from: folder)
        } catch {
            logger.log(.warning, "recovery.left", [.init("name", name), .init("cause", error.summary)])
        }
    }

    /// Kept versions whose row is lost but whose receipt is there.
    private func adoptKeptTrees(_ rows: inout Rows) async throws {
        let installed = Set(try await store.games().filter { $0.installed != nil }.map(\.id))
        for receipt in try retirement.receipts.all()
        where !rows.name(receipt: receipt.tree.receipt) && installed.contains(receipt.game) {
            let game = receipt.game.text
            guard try storage.versions.status(game)?.kind == .directory else { continue }
            let folder = try storage.versions.directory(game)
            for name in try folder.names() where !rows.name(name, of: game) {
                guard try retirement.recognition.isTree(receipt.tree, in: folder, name) else { continue }
                var tree = receipt.tree
                tree.identity = try folder.status(name)?.identity ?? tree.identity
                let version = KeptVersion(
                    game: receipt.game, folder: name, tree: tree, keptAt: receipt.tree.installedAt)
                try await store.insertKept([version])
                rows.add(version)
                break
            }
        }
    }

    /// Everything in `tmp` but partial downloads goes; those that nobody wants go after the plan.
    private func sweepTemporary() throws(PlatformError) {
        for name in try storage.temporary.names() where PartialName.stem(of: name) == nil { retirement.trash.add(name) }
    }
}

extension RunRecord {
    /// Whether it may have left something between two steps: it did not end, or ended because something could not be
    /// written.
    fileprivate var wasCutOff: Bool {
        guard finished != nil, let exit = exit.flatMap(ExitStatus.init(rawValue:)) else { return true }
        return [.diskFull, .lockBusy, .internalError].contains(exit)
    }
}

/// What the rows name, byte for byte: a `String` takes two spellings of one word for the same.
private struct Rows {
    private var receipts: Set<[UInt8]> = []
    private var folders: [[UInt8]: Set<[UInt8]>] = [:]

    mutating func add(_ tree: InstalledTree) { receipts.insert(Array(tree.receipt.utf8)) }

    mutating func add(_ version: KeptVersion) {
        add(version.tree)
        folders[Array(version.game.text.utf8), default: []].insert(Array(version.folder.utf8))
    }

    func name(receipt: String) -> Bool { receipts.contains(Array(receipt.utf8)) }

    func name(_ folder: String, of game: String) -> Bool {
        folders[Array(game.utf8)]?.contains(Array(folder.utf8)) ?? false
    }
}
