import SyncCore
import SyncPlatform
import SyncStore
import SyncTransfer

/// The games that change, several at a time, each for itself.
extension Run {
    /// What failed or waits is in the result, and stops no other game.
    func changeGames(_ plan: Plan, _ known: [GameID: GameRecord], _ result: inout Result) async throws {
        // The largest first, so that no core idles at the end behind one that began late.
        let steps = plan.steps.sorted {
            ($0.release.size ?? 0, $1.release.game) > ($1.release.size ?? 0, $0.release.game)
        }
        var rest = steps.makeIterator()
        try await withThrowingTaskGroup(of: GameOutcome.self) { group in
            var running = 0
            while running < 64, let step = rest.next() {
                group.addTask { try await change(step, known[step.release.game]) }
                running += 1
            }
            while let outcome = try await group.next() {
                if let report = outcome.report {
                    result.games.append(report)
                    result.isDiskFull = result.isDiskFull || outcome.isDiskFull
                    result.isWaiting = result.isWaiting || outcome.isWaiting
                    context.report(.game(report))
                }
                if !Task.isCancelled, let step = rest.next() {
                    group.addTask { try await change(step, known[step.release.game]) }
                }
            }
        }
    }

    private struct GameOutcome: Sendable {
        /// nil when the run was stopped before the game was done.
        var report: GameReport?
        /// What had come by then.
        var cutBytes: Int64 = 0
        var isDiskFull = false
        var isWaiting = false
    }

    private enum Race: Sendable {
        case held
        case notHeld
        case ended(GameOutcome)
    }

    /// One game, given up when the operator puts it on hold meanwhile.
    private func change(_ step: Plan.Step, _ record: GameRecord?) async throws -> GameOutcome {
        let game = step.release.game
        defer { context.board.clear(game) }
        return try await withThrowingTaskGroup(of: Race.self) { group in
            let holds = context.board.hold(of: game)
            group.addTask {
                for await _ in holds { return .held }
                return .notHeld
            }
            group.addTask { .ended(try await attempt(step, record)) }
            var isHeld = false
            var ended = GameOutcome()
            while let event = try await group.next() {
                switch event {
                case .held: isHeld = true
                case .notHeld: continue
                case .ended(let outcome): ended = outcome
                }
                group.cancelAll()
            }
            if isHeld, ended.report == nil {
                ended.report = GameReport(step, outcome: .skipped)
                ended.report?.bytesDownloaded = ended.cutBytes
                ended.report?.note = "put on hold while it was being updated; what can be resumed is kept"
            }
            return ended
        }
    }

    /// How the game comes from what is here: repaired, or the wanted version as it was kept after a rollback.
    private func local(_ step: Plan.Step, _ record: GameRecord) async throws -> LocalBuild? {
        switch step.action {
        case .reinstall: return LocalBuild(repairing: record, context)
        case .update:
            let wanted = ArchiveDigests(md5: step.release.md5, sha256: step.release.sha256)
            let kept = try await context.store.keptVersions(of: record.id).first {
                $0.tree.version == step.release.version && !wanted.isAnother(than: $0.tree.digests)
            }
            return kept.map { LocalBuild(updating: record, to: $0.tree, context) }
        default: return nil
        }
    }

    private func attempt(_ step: Plan.Step, _ record: GameRecord?) async throws -> GameOutcome {
        let work = GameWork(context: context, step: step, record: record)
        do {
            var report = GameReport(step, outcome: .done)
            let tree: InstalledTree
            // Whoever forces an installation does not trust what is here.
            if !options.force, let record, let local = try await local(step, record),
                let built = try await local.perform()
            {
                tree = built
                report.bytesSaved = step.release.size ?? 0
                report.note =
                    step.action == .update
                    ? "from the version kept on this machine" : "repaired from files on this machine"
            } else {
                tree = try await work.perform()
            }
            report.bytesDownloaded = work.received.value
            report.files = tree.files
            report.bytes = tree.bytes
            return GameOutcome(report: report)
        } catch is CancellationError {
            return GameOutcome(cutBytes: work.received.value)
        } catch let waiting as GameWait {
            try await context.store.recordWait(step.release.game, waiting.wait)
            var report = GameReport(step, outcome: .skipped)
            report.note = waiting.wait.words
            report.bytesDownloaded = work.received.value
            return GameOutcome(report: report, isWaiting: true)
        } catch let problem as GameProblem {
            let failure = problem.failure(at: context.now(), after: record?.failure)
            try await context.store.recordFailure(step.release.game, failure)
            var report = GameReport(step, outcome: .failed)
            report.bytesDownloaded = work.received.value
            report.error = failure
            return GameOutcome(report: report, isDiskFull: problem.isDiskFull)
        }
    }
}
