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
                try await context.forget(record)
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
    func removeUntracked(_ plan: Plan, _ result: inout Result) async throws {
        for name in plan.untrackedDeletions {
            try context.trash.take(name, from: context.storage.games)
            result.untracked.removeAll { $0 == name }
        }
        await context.trash.empty(context.logger)
    }
}

extension RunContext {
    /// Removes an installed game with its kept versions and receipts.
    func forget(_ record: GameRecord) async throws {
        let name = record.id.text
        if let place = try storage.games.status(name) {
            guard place.kind == .directory else { throw PlanError.replaced(found: "no folder") }
            if place.mode & 0o200 == 0 { try storage.games.setMode(name, place.mode | 0o700) }
            try trash.take(name, from: storage.games)
        }
        if try storage.versions.status(name) != nil { try trash.take(name, from: storage.versions) }
        let kept = try await store.keptVersions(of: record.id)
        try await store.removeKept(kept.map { ($0.game, $0.folder) })
        try await store.removeInstalled([record.id])
        for receipt in kept.map(\.tree.receipt) + (record.installed.map { [$0.receipt] } ?? []) {
            try receipts.remove(receipt)
        }
    }
}
