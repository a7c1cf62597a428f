import SyncCore
import SyncPlatform
import SyncStore
import SyncTransfer

extension Engine {
    /// A run with everything opened for it. What stops the whole run becomes the report's error.
    func lockedRun(_ options: SyncOptions, _ report: @escaping @Sendable (RunEvent) -> Void) async -> RunReport {
        let started = now()
        do {
            try refuseUnsupported()
            let root = try layout.openRoot()
            let lock = try await FileLock.acquire(in: root, verb: "sync", wait: options.wait.duration)
            defer { lock.release() }
            let storage = try Storage(preparing: layout)
            let (store, outcome) = try await openForWriting()
            return try await store.whileWanted {
                let last = try await store.lastRun()
                var record = try await store.beginRun(started: started)
                let outcomeReport = await recordedRun(options, storage, store, outcome, last, started, report)
                record.finish(outcomeReport, at: now())
                do {
                    try await store.finishRun(record, changes: outcomeReport.games.filter { $0.action != .keep })
                } catch {
                    return failedReport(RunFailure(stopping: error))
                }
                return outcomeReport
            }
        } catch {
            return failedReport(RunFailure(stopping: error))
        }
    }

    private func recordedRun(
        _ options: SyncOptions, _ storage: Storage, _ store: StateStore, _ outcome: OpenOutcome, _ last: RunRecord?,
        _ started: Timestamp, _ report: @escaping @Sendable (RunEvent) -> Void
    ) async -> RunReport {
        var summary = RunReport()
        do {
            try await store.clearActivities()
            let context = try await recoveredContext(storage, store, outcome, last: last, report)
            defer { context.transfer.stop() }
            let result: Run.Result
            do {
                result = try await withTicker(context) {
                    try await Run(context: context, options: options, started: started).perform()
                }
            } catch {
                // Staging trees of games that were given up.
                await context.trash.empty(logger)
                try await book(context, isEnd: true)
                try await store.clearActivities()
                throw error
            }
            try await book(context, isEnd: true)
            try await store.clearActivities()
            summary.games = result.games.sorted { $0.id < $1.id }
            summary.kept = result.kept
            summary.untracked = result.untracked
            summary.warnings = unusedSettings + openSecrets
            summary.error = result.failure
            summary.bytesDownloaded = result.bytesDownloaded
            summary.bytesSaved = result.bytesSaved
            summary.exit = exit(of: summary, isDiskFull: result.isDiskFull)
            summary.result = summary.resultWord
            return summary
        } catch {
            return failedReport(RunFailure(stopping: error))
        }
    }

    /// As configured, but no more than there are descriptors for: each takes a file, a connection and a bit.
    private var parallelDownloads: Int {
        min(config.transfer.parallel, max(1, (OpenFileLimit.current - OpenFileLimit.least) / 3))
    }

    /// Mends what an earlier run left, then gives what the work of this one shares. One that is offline asks no server.
    func recoveredContext(
        _ storage: Storage, _ store: StateStore, _ outcome: OpenOutcome, last: RunRecord?,
        isOffline: Bool = false, prunes: Bool = true, _ report: @escaping @Sendable (RunEvent) -> Void
    ) async throws -> RunContext {
        let lane = Lane("assetsync.files")
        let trash = Trash(temporary: storage.temporary, lane: lane)
        let retirement = Retirement(
            storage: storage, receipts: ReceiptFolder(directory: storage.receipts), trash: trash,
            keepVersions: config.sync.keepVersions, durable: config.sync.durability == .full)
        let recovery = Recovery(storage: storage, store: store, retirement: retirement, logger: logger, now: now())
        let recovered = try await recovery.perform(outcome, last: last, prunes: prunes)
        await trash.empty(logger)
        let cores = max(1, usableProcessors())
        let canExchange = try storage.probeExchange()
        if !canExchange { logger.log(.warning, "swap.no_exchange", [.init("games", storage.games.path)]) }
        let installer = Installer(
            storage: storage, store: store, swap: Swap(storage: storage, canExchange: canExchange),
            retirement: retirement, lane: Lane("assetsync.install"),
            kept: try await store.keptVersions(), logger: logger, now: now)
        let (transfer, traffic) = try await line(store, isOffline: isOffline)
        return RunContext(
            config: config, storage: storage, receipts: ReceiptFolder(directory: storage.receipts), store: store,
            transfer: transfer, installer: installer,
            retirement: retirement, trash: trash, board: ActivityBoard(),
            space: SpaceBudget(folder: storage.temporary, minimumFree: config.limits.minFree), traffic: traffic,
            downloads: Slots(parallelDownloads), extractions: Slots(cores * 2),
            lanes: (0..<cores).map { Lane("assetsync.extract.\($0)") }, lane: lane, recovered: recovered,
            machine: machine, logger: logger, now: now, report: report)
    }

    /// The way to servers, with what is left of its budgets. Offline no secret is read for it.
    func line(_ store: StateStore, isOffline: Bool = false) async throws -> (TransferLoop, TrafficBook) {
        let days = try await store.traffic()
        let left = TrafficBook.left(config.transfer.budgets, days: days, at: LocalClock.time(at: now()))
        let transfer = try TransferLoop(
            isOffline ? TransferSettings() : settings(), allowance: left.map(Allowance.init(bytes:)), logger: logger)
        return (transfer, TrafficBook(limits: config.transfer.budgets, days: days) { transfer.receivedBytes })
    }

    /// Books what came over the line since the last time.
    func book(_ context: RunContext, isEnd: Bool = false) async throws {
        let time = LocalClock.time(at: now())
        guard let entry = context.traffic.takeUnbooked(at: time, isEnd: isEnd) else { return }
        try await context.store.addTraffic(day: entry.day, bytes: entry.bytes)
    }

    /// Runs `body` while, twice a second, progress is written for `status` and holds set by others are noticed.
    private func withTicker<Result: Sendable>(
        _ context: RunContext, _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask {
                var seen = try await context.store.dataVersion()
                while !Task.isCancelled {
                    try? await Task.sleep(for: .milliseconds(500))  // Ends early when cancelled, which is meant.
                    try await book(context)
                    if let activities = context.board.takeChanges() {
                        try await context.store.setActivities(activities)
                    }
                    let version = try await context.store.dataVersion()
                    guard version != seen else { continue }
                    seen = version
                    context.board.announceHolds(of: Set(try await context.store.holds().keys))
                }
                return nil
            }
            group.addTask { try await body() }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw CancellationError()
        }
    }
}

extension SyncOptions.Wait {
    /// nil: do not wait.
    var duration: Duration? {
        switch self {
        case .no: nil
        case .forever: .seconds(Int64.max / 4)
        case .upTo(let duration): duration
        }
    }
}

extension RunReport {
    var resultWord: RunRecord.Result {
        if exit == .interrupted { return .interrupted }
        let changed = games.contains { $0.outcome == .done && $0.action != .keep }
        if exit == .done { return changed ? .success : .noop }
        return changed || kept > 0 ? .partial : .failed
    }
}

extension RunRecord {
    mutating func finish(_ report: RunReport, at moment: Timestamp) {
        finished = moment
        result = report.result
        exit = report.exit.rawValue
        installed = report.count(.install)
        updated = report.count(.update)
        deleted = report.count(.delete)
        failed = report.failed
        bytesDownloaded = report.bytesDownloaded
        bytesSaved = report.bytesSaved
        error = report.error?.summary
    }
}
