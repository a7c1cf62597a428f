public import SyncCore
import SyncPlatform
import SyncStore

extension Engine {
    /// Deletes games now, with their kept versions; they stay away until ``resume(_:)``.
    ///
    /// Throws when another run holds the lock; nothing is changed then.
    public func remove(_ games: [GameID]) async throws(RunFailure) -> RunReport {
        let games = games.withoutRepetitions
        do {
            return try await locked("remove") { context, _ in
                let known = Dictionary(
                    uniqueKeysWithValues: try await context.store.games().map { ($0.id, $0) })
                let unknown = games.filter { known[$0] == nil }.map { GameReport.unknown($0, at: now()) }
                let records = games.compactMap { known[$0] }
                var report = RunReport()
                if !records.isEmpty {
                    report = try await recorded(context) {
                        var reports: [GameReport] = []
                        for record in records {
                            try Task.checkCancellation()
                            reports.append(try await remove(record, context))
                        }
                        try await unsettle(context.store)
                        return finished(reports)
                    }
                }
                guard report.error == nil else { return report }
                return finished(report.games + unknown)
            }
        } catch {
            throw RunFailure(stopping: error)
        }
    }

    private func remove(_ record: GameRecord, _ context: RunContext) async throws -> GameReport {
        let isChange = record.hold != .removed || record.installed != nil
        var report = GameReport(
            id: record.id.text, action: .delete, from: record.installed?.version,
            outcome: isChange ? .done : .skipped, note: "stays away until resumed")
        do {
            try await context.store.setHold([record.id], .removed)
            if record.installed != nil { try await context.retirement.forget(record, in: context.store) }
        } catch let error as PlanError {
            report.outcome = .failed
            report.error = GameProblem(step: .delete, cause: error).failure(at: now())
        } catch let error as PlatformError {
            report.outcome = .failed
            report.error = GameProblem(step: .delete, cause: error).failure(at: now())
        }
        return report
    }
}
