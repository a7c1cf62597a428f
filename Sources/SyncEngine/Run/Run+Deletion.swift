import SyncCore
import SyncPlatform
import SyncStore

extension Run {
    /// Games that are no longer wanted, last. Each is first moved out of sight, then forgotten, then deleted.
    func delete(_ plan: Plan, _ known: [GameID: GameRecord], _ result: inout Result) async {
        for game in plan.deletions {
            guard let record = known[game] else { continue }
            var report = GameReport(id: game.text, action: .delete, from: record.installed?.version, to: nil)
            do {
                try await context.retirement.forget(record, in: context.store)
            } catch {
                let problem = GameProblem(step: .delete, cause: RunFailure(stopping: error))
                report.outcome = .failed
                report.error = problem.failure(at: context.now())
                if let failure = report.error {
                    // The failure of a deletion must not hide behind a second one.
                    try? await context.store.recordFailure(game, failure)
                }
            }
            result.games.append(report)
            context.report(.game(report))
        }
        await context.trash.empty(context.logger)
    }

    /// Folders that assetsync never installed, when the config says that they go.
    func removeUntracked(_ plan: Plan, _ result: inout Result) async {
        for name in plan.untrackedDeletions {
            var report = GameReport(untracked: name, outcome: .done)
            do throws(PlatformError) {
                try context.trash.take(name, from: context.storage.games)
                result.untracked.removeAll { $0 == name }
            } catch {
                report.outcome = .failed
                report.error = GameProblem(step: .delete, cause: error).failure(at: context.now())
            }
            result.games.append(report)
            context.report(.game(report))
        }
        await context.trash.empty(context.logger)
    }
}
