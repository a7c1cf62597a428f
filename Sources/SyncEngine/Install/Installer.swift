import SyncCore
import SyncPlatform
import SyncStore

/// Swaps staged games in, in batches: whatever is ready while a batch is being flushed makes the next batch. One flush
/// and two transactions serve a whole batch.
actor Installer {
    private struct Ticket {
        let staged: StagedGame
        let continuation: CheckedContinuation<Result<InstalledTree, any Error>, Never>
    }

    private let storage: Storage
    private let store: StateStore
    private let swap: Swap
    private let retirement: Retirement
    private let durable: Bool
    private let lane: Lane
    private let now: @Sendable () -> Timestamp
    private let logger: Logger
    private var kept: [GameID: [KeptVersion]]
    private var pending: [Ticket] = []
    private var isWorking = false

    init(
        storage: Storage, store: StateStore, swap: Swap, retirement: Retirement, lane: Lane, kept: [KeptVersion],
        logger: Logger, now: @escaping @Sendable () -> Timestamp
    ) {
        self.storage = storage
        self.store = store
        self.swap = swap
        self.retirement = retirement
        durable = retirement.durable
        self.lane = lane
        self.logger = logger
        self.now = now
        self.kept = Dictionary(grouping: kept, by: \.game)
    }

    /// Returns when the game is in place and recorded.
    ///
    /// - Throws: ``GameProblem`` when this game stays as it was; a `StoreError` when nothing can be recorded any more.
    func install(_ staged: StagedGame) async throws -> InstalledTree {
        let result = await withCheckedContinuation { continuation in
            pending.append(Ticket(staged: staged, continuation: continuation))
            if !isWorking {
                isWorking = true
                Task { await work() }
            }
        }
        return try result.get()
    }

    private func work() async {
        while !pending.isEmpty {
            let batch = pending
            pending = []
            do {
                for (ticket, result) in zip(batch, try await place(batch.map(\.staged))) {
                    ticket.continuation.resume(returning: result)
                }
            } catch {
                for ticket in batch { ticket.continuation.resume(returning: .failure(error)) }
            }
        }
        isWorking = false
    }

    /// Intent → flush → swap → flush → retire → commit. What a crash leaves between two of these, recovery finishes or
    /// drops by the inode at the game's place.
    private func place(_ batch: [StagedGame]) async throws -> [Result<InstalledTree, any Error>] {
        try await store.recordIntents(batch.map(\.intent))
        let moment = now()
        let known = kept
        let outcomes = try await lane.run { [self] () throws(PlatformError) in
            if durable { try storage.temporary.flushFileSystem() }
            var outcomes: [Result<Placed, GameProblem>] = []
            for staged in batch { outcomes.append(exchange(staged)) }
            if durable {
                try storage.games.flush()
                try storage.temporary.flush()
                // Where a kept version lay before it was put in place.
                for staged in batch where staged.place.taken != nil {
                    try staged.place.locate(staged.game, in: storage).folder.flush()
                }
            }
            return outcomes.enumerated().map { index, outcome in
                outcome.map { placed in retire(placed, batch[index], known[batch[index].game] ?? [], moment) }
            }
        }
        var commits: [SwapCommit] = []
        for (staged, outcome) in zip(batch, outcomes) {
            switch outcome {
            case .success(let placed):
                commits.append(
                    SwapCommit(
                        game: staged.game, tree: placed.tree, kept: placed.kept, taken: staged.place.taken,
                        hold: staged.hold))
            case .failure: try await store.dropIntent(staged.game)
            }
        }
        try await store.commitSwaps(commits)
        for commit in commits { await prune(commit) }
        return outcomes.map { outcome in outcome.map(\.tree).mapError { $0 as any Error } }
    }

    private struct Placed: Sendable {
        var tree: InstalledTree
        let hasOld: Bool
        var kept: KeptVersion?
    }

    private nonisolated func exchange(_ staged: StagedGame) -> Result<Placed, GameProblem> {
        Result { () throws(GameProblem) in
            let hasOld = try swap.perform(staged)
            var tree = staged.tree
            // Only an optimisation of later looks; without it they look closer.
            tree.topModified = (try? storage.games.status(staged.game.text)?.modifiedNanoseconds) ?? 0
            return Placed(tree: tree, hasOld: hasOld)
        }
    }

    private nonisolated func retire(
        _ placed: Placed, _ staged: StagedGame, _ known: [KeptVersion], _ moment: Timestamp
    ) -> Placed {
        var placed = placed
        do {
            guard placed.hasOld else {
                // The tree that the row speaks of was gone already.
                if let previous = staged.previous { try retirement.receipts.remove(previous.receipt) }
                return placed
            }
            placed.kept = try retirement.retire(
                staged.previous, at: staged.place, game: staged.game, successor: staged.tree, kept: known,
                keep: staged.keepsPrevious, now: moment)
        } catch {
            // The new version is in place; that the old one could not be kept must not undo it.
            logger.log(.warning, "retire.failed", [.init("game", staged.game), .init("cause", error.summary)])
            if let taken = staged.place.taken, let previous = staged.previous, staged.keepsPrevious {
                // It lies among the kept versions already, only not under its own name.
                placed.kept = KeptVersion(game: staged.game, folder: taken, tree: previous, keptAt: moment)
                return placed
            }
            try? retirement.throwAway(staged.place, staged.game)  // What stays is swept by recovery.
            if let previous = staged.previous {
                try? retirement.receipts.remove(previous.receipt)  // What stays is swept by recovery.
            }
        }
        return placed
    }

    /// The game is in place whatever comes of this: what could not be pruned is by the next run.
    private func prune(_ commit: SwapCommit) async {
        let (stay, surplus) = retirement.sort(kept[commit.game] ?? [], after: commit)
        kept[commit.game] = stay
        guard !surplus.isEmpty else { return }
        do {
            try await lane.run { [retirement] () throws(PlatformError) in
                for version in surplus { try retirement.discard(version) }
            }
            try await store.removeKept(surplus.map { ($0.game, $0.folder) })
        } catch {
            let cause = RunFailure(stopping: error).summary
            logger.log(.warning, "prune.left", [.init("game", commit.game), .init("cause", cause)])
        }
    }
}
