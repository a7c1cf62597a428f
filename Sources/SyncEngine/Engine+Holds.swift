public import SyncCore
import SyncPlatform
import SyncStore
import SyncTransfer

extension Engine {
    /// Leaves games as they are until ``resume(_:)``. A running sync lets go of them within two seconds and keeps what
    /// it has downloaded. Takes no lock.
    ///
    /// The report has one entry a game: `done` when it changed, `skipped` when it was so already.
    public func pause(_ games: [GameID]) async throws(RunFailure) -> RunReport {
        try await hold(games, as: .paused) { record in
            record.hold == .removed ? "was removed; `assetsync resume` brings it back" : "stays as it is until resumed"
        }
    }

    /// Ends what ``pause(_:)`` or ``remove(_:)`` began.
    public func resume(_ games: [GameID]) async throws(RunFailure) -> RunReport {
        try await hold(games, as: .none) { _ in "the next sync brings it up to date" }
    }

    /// Deletes games now, with their kept versions; they stay away until ``resume(_:)``.
    ///
    /// Throws when another run holds the lock; nothing is changed then.
    public func remove(_ games: [GameID]) async throws(RunFailure) -> RunReport {
        do {
            let root = try layout.openRoot()
            let lock = try await FileLock.acquire(in: root, verb: "remove")
            defer { lock.release() }
            let storage = try Storage(preparing: layout)
            let (store, opened) = try await openForWriting()
            let last = try await store.lastRun()
            let context = try await recoveredContext(storage, store, opened, last: last) { _ in }
            defer { context.transfer.stop() }
            let known = Dictionary(uniqueKeysWithValues: try await store.games().map { ($0.id, $0) })
            var reports: [GameReport] = []
            for game in games.withoutRepetitions {
                guard let record = known[game] else {
                    reports.append(.unknown(game, at: now()))
                    continue
                }
                let isChange = record.hold != .removed || record.installed != nil
                var report = GameReport(
                    id: game.text, action: .delete, from: record.installed?.version,
                    outcome: isChange ? .done : .skipped, note: "stays away until resumed")
                do {
                    try await store.setHold([game], .removed)
                    if record.installed != nil { try await context.retirement.forget(record, in: store) }
                } catch let error as PlanError {
                    report.outcome = .failed
                    report.error = GameProblem(step: .delete, cause: error).failure(at: now())
                } catch let error as PlatformError {
                    report.outcome = .failed
                    report.error = GameProblem(step: .delete, cause: error).failure(at: now())
                }
                reports.append(report)
            }
            await context.trash.empty(logger)
            try await unsettle(store)
            return finished(reports)
        } catch {
            throw RunFailure(stopping: error)
        }
    }

    private func hold(
        _ games: [GameID], as hold: GameRecord.Hold, _ note: (GameRecord) -> String
    ) async throws(RunFailure) -> RunReport {
        do {
            _ = try layout.openRoot()
            let (store, _) = try await openForWriting()
            let known = Dictionary(uniqueKeysWithValues: try await store.games().map { ($0.id, $0) })
            // A game that was removed stays removed when it is paused.
            let games = games.withoutRepetitions
            let changing = games.filter { game in
                guard let record = known[game] else { return false }
                return record.hold != hold && !(hold == .paused && record.hold == .removed)
            }
            try await store.setHold(changing, hold)
            try await unsettle(store)
            return finished(
                games.map { game in
                    guard let record = known[game] else { return .unknown(game, at: now()) }
                    return GameReport(
                        id: game.text, action: .skip, from: record.installed?.version, to: record.wanted?.version,
                        outcome: changing.contains(game) ? .done : .skipped, note: note(record))
                })
        } catch {
            throw RunFailure(stopping: error)
        }
    }

    private func finished(_ games: [GameReport]) -> RunReport {
        var report = RunReport(games: games)
        report.exit = exit(of: report, isDiskFull: false)
        report.result = report.resultWord
        return report
    }

    private func openForWriting() async throws -> (StateStore, OpenOutcome) {
        try await StateStore.open(
            layout.state, mode: .readWrite(durable: config.sync.durability == .full), now: now())
    }

    /// The next run looks at every game again, also after a 304.
    private func unsettle(_ store: StateStore) async throws {
        guard var record = try await store.manifest(), record.settled else { return }
        record.settled = false
        try await store.updateManifest(record)
    }
}

extension [GameID] {
    /// A game that is named twice is changed once.
    fileprivate var withoutRepetitions: [GameID] {
        var seen: Set<GameID> = []
        return filter { seen.insert($0).inserted }
    }
}

extension GameReport {
    static func unknown(_ game: GameID, at now: Timestamp) -> GameReport {
        GameReport(
            id: game.text, action: .skip, outcome: .failed,
            error: GameProblem(step: .plan, cause: PlanError.unknownGame).failure(at: now))
    }
}
