import SyncCore
import SyncPlatform
import SyncStore
import SyncTransfer

extension Engine {
    /// Runs `body` under the lock, after what an earlier run left has been mended. What it marks as trash is deleted.
    ///
    /// `body` also gets the swaps that an earlier run had begun and not recorded. Its context asks no server until it is
    /// given another line.
    func locked<Outcome: Sendable>(
        _ verb: String, prunes: Bool = true, _ report: @escaping @Sendable (RunEvent) -> Void = { _ in },
        _ body: (RunContext, [Intent]) async throws -> Outcome
    ) async throws -> Outcome {
        let root = try layout.openRoot()
        let lock = try await FileLock.acquire(in: root, verb: verb)
        defer { lock.release() }
        let storage = try Storage(preparing: layout)
        let (store, opened) = try await openForWriting()
        return try await store.whileWanted {
            let last = try await store.lastRun()
            let intents = try await store.intents()
            let context = try await recoveredContext(
                storage, store, opened, last: last, isOffline: true, prunes: prunes, report)
            defer { context.transfer.stop() }
            do {
                let outcome = try await body(context, intents)
                await context.trash.empty(logger)
                return outcome
            } catch {
                await context.trash.empty(logger)
                throw error
            }
        }
    }

    /// Records what `body` does as a run, for `history` and for the recovery of one that is killed.
    ///
    /// What stops the whole of it becomes the report's error.
    func recorded(_ context: RunContext, _ body: () async throws -> RunReport) async throws -> RunReport {
        var record = try await context.store.beginRun(started: now())
        var report: RunReport
        do {
            report = try await body()
        } catch {
            report = failedReport(RunFailure(stopping: error))
        }
        report.games.sort { $0.id < $1.id }
        // What recovery finished for a run that was cut off has been told by nobody yet.
        var whole = report
        whole.games += context.recovered.filter { game in !report.games.contains { $0.id == game.id } }
        record.finish(whole, at: now())
        try await context.store.finishRun(record, changes: whole.games.filter { $0.action != .keep })
        return report
    }
}
