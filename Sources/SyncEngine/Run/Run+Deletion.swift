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
    /// One that cannot be moved stays, and is reported like one that is kept.
    func removeUntracked(_ plan: Plan, _ result: inout Result) async {
        for name in plan.untrackedDeletions {
            do throws(PlatformError) {
                try context.trash.take(name, from: context.storage.games)
                result.untracked.removeAll { $0 == name }
            } catch {
                context.logger.log(.warning, "untracked.left", [.init("name", name), .init("cause", error.summary)])
            }
        }
        await context.trash.empty(context.logger)
    }
}
