import SyncCore
import SyncPlatform
import SyncStore

/// Brings a game to what it should be without any network: the tree is built anew of files that are on this machine, what
/// is whole of the installed tree among them, then swapped in like any other.
struct LocalBuild {
    private let context: RunContext
    private let record: GameRecord
    /// What its receipt describes is built.
    private let model: InstalledTree?
    private let step: GameStep

    /// The installed tree, which is damaged and is not kept.
    init(repairing record: GameRecord, _ context: RunContext) {
        self.context = context
        self.record = record
        model = record.installed
        step = .repair
    }

    /// A version that is kept.
    init(updating record: GameRecord, to kept: InstalledTree, _ context: RunContext) {
        self.context = context
        self.record = record
        model = kept
        step = .extract
    }

    private var game: GameID { record.id }

    /// - Returns: The tree that is now in place; nil, with nothing changed, when some file is nowhere on this machine, or
    ///   nobody knows what the tree should be.
    /// - Throws: ``GameProblem``; `CancellationError`; a `StoreError` when nothing can be recorded any more.
    func perform() async throws -> InstalledTree? {
        guard let model, let receipt = context.receipts.read(model.receipt) else { return nil }
        try await context.extractions.take()
        let staged: StagedGame?
        do {
            defer { context.extractions.give() }
            staged = try await stage(model, receipt)
        }
        guard let staged else { return nil }
        context.progress(ProgressEvent(game: game, phase: .swap, done: 0, total: nil))
        return try await context.install(staged)
    }

    /// The new tree in `tmp` with its receipt; nil when something is missing.
    private func stage(_ model: InstalledTree, _ receipt: Receipt) async throws -> StagedGame? {
        do { try context.space.reserve(model.bytes) } catch { throw problem(error, at: .space) }
        defer { context.space.giveBack(model.bytes) }
        let token = randomToken()
        let staging = "new-\(token)"
        do {
            let target = try context.storage.temporary.makeDirectory(staging)
            guard try await build(receipt, in: target) else {
                context.trash.add(staging)
                return nil
            }
            var tree = model
            tree.installedAt = context.now()
            tree.identity = try target.status().identity
            tree.receipt = ReceiptFolder.name(game, token: token)
            let copy = Receipt(game: game, tree: tree, entries: receipt.entries)
            try await context.lane.run { [receipts = context.receipts] () throws(PlatformError) in
                try receipts.write(copy)
            }
            return StagedGame(
                game: game, tree: tree, place: .temporary(staging), previous: record.installed,
                keepsPrevious: step != .repair && record.damage == nil)
        } catch {
            context.trash.add(staging)
            // There may be a beginning of it; what stays is swept by recovery.
            try? context.receipts.remove(ReceiptFolder.name(game, token: token))
            throw problem(error, at: step)
        }
    }

    private func build(_ receipt: Receipt, in target: Directory) async throws -> Bool {
        let storage = context.storage
        let wanted = Set(
            receipt.entries.compactMap { entry -> Digest? in
                if case .file(_, let sha256) = entry.kind { sha256 } else { nil }
            })
        let trees = storage.seedTrees(
            for: game, try await context.store.games(), try await context.store.keptVersions())
        let meter = ProgressThrottle()
        let total = receipt.tree.bytes
        let builder = TreeBuilder(
            receipt: receipt,
            // What is no folder of ours is not looked into; nothing can be taken from it.
            old: try? storage.games.directory(game.text),
            seeds: Seeds(trees, receipts: context.receipts, wanted: wanted), target: target,
            team: LaneTeam(lanes: context.lanes)
        ) { [context, game] done in
            guard meter.isDue(isLast: done == total) else { return }
            context.progress(ProgressEvent(game: game, phase: .extract, done: done, total: total))
        }
        return try await builder.build()
    }

    private func problem(_ error: any Error, at step: GameStep) -> any Error {
        switch error {
        case is CancellationError, is GameProblem, is StoreError: error
        case let cause as any Diagnostic: GameProblem(step: step, cause: cause)
        default: GameProblem(step: step, cause: RunFailure(stopping: error))
        }
    }
}
