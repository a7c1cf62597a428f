import SyncCore
import SyncPlatform
import SyncStore
import SyncTransfer

/// Mends the games that a verification found damaged, under the lock: from files on this machine, else from the archive
/// of the same version.
struct Repairs {
    let engine: Engine
    let context: RunContext
    let report: @Sendable (VerifyEvent) -> Void

    func perform(_ findings: [Verification.Found], _ result: inout VerifyReport) async throws {
        let damaged = findings.filter { !$0.finding.isWhole && $0.finding.failure == nil }
        guard !damaged.isEmpty else { return }
        var games = Dictionary(uniqueKeysWithValues: result.games.map { ($0.id, $0) })
        var isStopped = false
        let archives = ArchiveRepair(engine: engine, context: context)
        let run = try await engine.recorded(context) {
            var reports: [GameReport] = []
            var isDiskFull = false
            var failure: RunFailure?
            for found in damaged {
                do {
                    let report = try await repair(found, archives)
                    games[found.record.id]?.state = .repaired
                    games[found.record.id]?.error = nil
                    reports.append(report)
                } catch let problem as GameProblem {
                    let words = problem.failure(at: context.now())
                    games[found.record.id]?.error = words
                    games[found.record.id]?.state = .failed
                    isDiskFull = isDiskFull || problem.isDiskFull
                    result.exit = result.exit.combined(with: problem.repairExit)
                    reports.append(self.report(found, .failed, words))
                } catch let error {
                    let stop = RunFailure(stopping: error)
                    guard stop.exit != .interrupted else {
                        isStopped = true
                        failure = stop
                        break
                    }
                    throw error
                }
                report(.ended(found.record.id))
            }
            try await archives.end()
            var run = RunReport(games: reports)
            run.error = failure
            run.bytesDownloaded = archives.receivedBytes
            run.bytesSaved = reports.reduce(0) { $0 &+ $1.bytesSaved }
            run.exit = engine.exit(of: run, isDiskFull: isDiskFull)
            run.result = run.resultWord
            return run
        }
        if isStopped { throw CancellationError() }
        if let error = run.error { throw error }
        result.bytesDownloaded = run.bytesDownloaded
        result.games = result.games.map { games[$0.id] ?? $0 }
    }

    private func repair(_ found: Verification.Found, _ archives: ArchiveRepair) async throws -> GameReport {
        var record = found.record
        record.damage = found.finding.damage ?? "damaged"
        if found.finding.isReplaced, let problem = found.finding.problems.first, problem.kind == .kind {
            let cause = VerifyError.replaced(problem.detail ?? "something else")
            throw GameProblem(step: .repair, cause: cause)
        }
        if let tree = try await LocalBuild(repairing: record, context).perform() {
            return done(found, tree, "repaired from files on this machine")
        }
        let received = ByteCount()
        let tree = try await archives.perform(record, received)
        var report = done(found, tree, "repaired from its archive")
        report.bytesDownloaded = received.value
        return report
    }

    private func done(_ found: Verification.Found, _ tree: InstalledTree, _ note: String) -> GameReport {
        var report = report(found, .done, nil)
        report.note = note
        report.files = tree.files
        report.bytes = tree.bytes
        return report
    }

    private func report(
        _ found: Verification.Found, _ outcome: GameReport.Outcome, _ error: GameFailure?
    ) -> GameReport {
        let version = found.record.installed?.version
        return GameReport(
            id: found.record.id.text, action: .reinstall, from: version, to: version, outcome: outcome, error: error)
    }
}

extension GameProblem {
    /// How a repair ends that met this: that the damage stays because nobody offers these bytes any more is no failure
    /// of a step.
    fileprivate var repairExit: ExitStatus {
        if isDiskFull { return .diskFull }
        switch cause {
        case VerifyError.notRepairable: return .damaged
        case let failure as RunFailure where step == .manifest: return failure.exit
        default: return .someFailed
        }
    }
}
