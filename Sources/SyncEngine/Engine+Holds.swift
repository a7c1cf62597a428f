public import SyncCore
import SyncStore

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

    /// Ends what ``pause(_:)``, ``rollback(_:to:)`` or ``remove(_:)`` began.
    public func resume(_ games: [GameID]) async throws(RunFailure) -> RunReport {
        try await hold(games, as: .none) { _ in "the next sync brings it up to date" }
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
            let isNew = try await store.lastRun() == nil
            return finished(
                games.map { game in
                    guard let record = known[game] else {
                        return .unknown(game, isNew ? .nothingKnown : .unknownGame, at: now())
                    }
                    return GameReport(
                        id: game.text, action: .skip, from: record.installed?.version, to: record.wanted?.version,
                        outcome: changing.contains(game) ? .done : .skipped, note: note(record))
                })
        } catch {
            throw RunFailure(stopping: error)
        }
    }

    func finished(_ games: [GameReport]) -> RunReport {
        var report = RunReport(games: games)
        report.exit = exit(of: report, isDiskFull: false)
        report.result = report.resultWord
        return report
    }

    func openForWriting() async throws -> (StateStore, OpenOutcome) {
        let mode = OpenMode.readWrite(durable: config.sync.durability == .full)
        let opened = try await StateStore.open(layout.state, mode: mode, now: now())
        if case .setAside(let path, let reason) = opened.outcome {
            logger.log(.warning, "state.set_aside", [.init("path", path), .init("reason", reason)])
        }
        return opened
    }

    /// The next run looks at every game again, also after a 304.
    func unsettle(_ store: StateStore) async throws {
        guard var record = try await store.manifest(), record.settled else { return }
        record.settled = false
        try await store.updateManifest(record)
    }
}

extension [GameID] {
    /// A game that is named twice is changed once.
    var withoutRepetitions: [GameID] {
        var seen: Set<GameID> = []
        return filter { seen.insert($0).inserted }
    }
}

extension GameReport {
    static func unknown(_ game: GameID, _ cause: PlanError = .unknownGame, at now: Timestamp) -> GameReport {
        GameReport(
            id: game.text, action: .skip, outcome: .failed,
            error: GameProblem(step: .plan, cause: cause).failure(at: now))
    }
}
