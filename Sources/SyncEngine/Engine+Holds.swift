public import SyncCore
import SyncPlatform
import SyncStore

extension Engine {
    /// What became of one game in `pause`, `resume` or `remove`.
    public struct HoldOutcome: Sendable, Equatable {
        public let game: GameID
        /// One sentence, printable.
        public let text: String
        public let isDone: Bool
    }

    /// Leaves games as they are until ``resume(_:)``. A running sync lets go of them within two seconds and keeps what
    /// it has downloaded. Takes no lock.
    public func pause(_ games: [GameID]) async throws(RunFailure) -> [HoldOutcome] {
        try await hold(games, as: .paused) { _ in "paused; stays as it is until `assetsync resume`" }
    }

    /// Ends what ``pause(_:)`` or ``remove(_:)`` began.
    public func resume(_ games: [GameID]) async throws(RunFailure) -> [HoldOutcome] {
        try await hold(games, as: .none) { record in
            record.hold == .none ? "was not paused" : "resumed; the next sync brings it up to date"
        }
    }

    /// Deletes games now, with their kept versions; they stay away until ``resume(_:)``.
    ///
    /// Throws when another run holds the lock; nothing is changed then.
    public func remove(_ games: [GameID]) async throws(RunFailure) -> [HoldOutcome] {
        do {
            let root = try Directory.creating(layout.root)
            let lock = try await FileLock.acquire(in: root, verb: "remove")
            defer { lock.release() }
            let storage = try Storage(preparing: layout)
            let (store, opened) = try await openForWriting()
            let context = try await makeContext(storage, store) { _ in }
            defer { context.transfer.stop() }
            let recovery = Recovery(
                storage: storage, store: store, retirement: retirement(storage, context.trash), logger: logger,
                now: now())
            try await recovery.perform(opened, last: try await store.lastRun())
            let known = Dictionary(uniqueKeysWithValues: try await store.games().map { ($0.id, $0) })
            var outcomes: [HoldOutcome] = []
            for game in games {
                guard let record = known[game] else {
                    outcomes.append(.unknown(game))
                    continue
                }
                try await store.setHold([game], .removed)
                if record.installed != nil { try await context.forget(record) }
                let text = "removed; stays away until `assetsync resume`"
                outcomes.append(HoldOutcome(game: game, text: text, isDone: true))
            }
            await context.trash.empty(logger)
            try await unsettle(store)
            return outcomes
        } catch {
            throw RunFailure(stopping: error)
        }
    }

    private func hold(
        _ games: [GameID], as hold: GameRecord.Hold, _ say: (GameRecord) -> String
    ) async throws(RunFailure) -> [HoldOutcome] {
        do {
            _ = try Directory.creating(layout.root)
            let (store, _) = try await openForWriting()
            let known = Dictionary(uniqueKeysWithValues: try await store.games().map { ($0.id, $0) })
            let found = games.filter { known[$0] != nil }
            try await store.setHold(found, hold)
            try await unsettle(store)
            return games.map { game in
                known[game].map { HoldOutcome(game: game, text: say($0), isDone: true) } ?? .unknown(game)
            }
        } catch {
            throw RunFailure(stopping: error)
        }
    }

    private func openForWriting() async throws -> (StateStore, OpenOutcome) {
        try await StateStore.open(layout.state, mode: .readWrite(durable: config.sync.durability == .full), now: now())
    }

    /// The next run looks at every game again, also after a 304.
    private func unsettle(_ store: StateStore) async throws {
        guard var record = try await store.manifest(), record.settled else { return }
        record.settled = false
        try await store.updateManifest(record)
    }
}

extension Engine.HoldOutcome {
    static func unknown(_ game: GameID) -> Engine.HoldOutcome {
        Engine.HoldOutcome(game: game, text: "not known; `assetsync status` lists the games", isDone: false)
    }
}
