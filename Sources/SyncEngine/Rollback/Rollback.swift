import SyncCore
import SyncPlatform
import SyncStore

/// One rollback, under the lock and after recovery: choose → check every file → swap.
struct Rollback {
    let engine: Engine
    let context: RunContext
    let game: GameID
    /// As typed; nil for the version kept last.
    let wanted: String?

    /// `intents` are the swaps that recovery found unfinished.
    func perform(_ intents: [Intent]) async throws -> RunReport {
        let store = context.store
        guard let record = try await store.games().first(where: { $0.id == game }), let installed = record.installed
        else {
            let isRemoved = try await store.holds()[game] == .removed
            return failed(isRemoved ? RollbackError.removed : .notInstalled, from: nil)
        }
        if let finished = finishedByRecovery(intents, installed) {
            return try await engine.recorded(context) { engine.finished([finished]) }
        }
        let kept = try await store.keptVersions(of: game)
        if wanted == installed.version.text, !kept.contains(where: { $0.tree.version == installed.version }) {
            return try await stay(record, installed)
        }
        let target: KeptVersion
        do {
            target = try choose(kept)
        } catch {
            guard case .unknownVersion = error else { return failed(error, from: installed.version) }
            return engine.failedReport(RunFailure(error, exit: .usage))
        }
        let tree: InstalledTree
        do {
            tree = try await checked(target, kept)
        } catch let error as RollbackError {
            return failed(error, from: installed.version, to: target.tree.version)
        } catch let error as PlatformError {
            return failed(error, from: installed.version, to: target.tree.version)
        }
        return try await engine.recorded(context) {
            let report = await swap(record, installed, tree, target.folder)
            try await engine.unsettle(store)
            return report
        }
    }

    /// The version asked for; where two are called the same, the one kept last, or the one whose folder is named.
    private func choose(_ kept: [KeptVersion]) throws(RollbackError) -> KeptVersion {
        guard let newest = kept.first else { throw .nothingKept(limit: context.config.sync.keepVersions) }
        guard let wanted else { return newest }
        let named = kept.first { $0.tree.version.text.utf8.elementsEqual(wanted.utf8) }
        if let version = named ?? kept.first(where: { $0.folder.utf8.elementsEqual(wanted.utf8) }) { return version }
        let names = names(kept)
        throw .unknownVersion(
            wanted.printable(limit: 80), game: game.text.printable(), kept: names,
            nearest: nearest(to: wanted, of: names).map { $0.printable() })
    }

    private func names(_ kept: [KeptVersion]) -> [String] {
        var seen: Set<String> = []
        return kept.map { seen.insert($0.tree.version.text).inserted ? $0.tree.version.text : $0.folder }
    }

    /// The kept tree as it is now, every file of it compared with its receipt.
    private func checked(_ target: KeptVersion, _ kept: [KeptVersion]) async throws -> InstalledTree {
        let folder = try context.storage.versions.directory(game.text)
        let subject = TreeSubject(
            game: game, parent: folder, name: target.folder, receipt: target.tree.receipt)
        let verifier = Verifier(
            receipts: context.receipts, team: LaneTeam(lanes: context.lanes), progress: context.progress)
        let finding = try await verifier.verify(subject)
        if let failure = finding.failure { throw failure }
        let version = target.tree.version.text.printable()
        let others = names(kept.filter { $0.folder != target.folder })
        if finding.lacksReceipt { throw RollbackError.noReceipt(version: version, others: others) }
        if let problem = finding.problems.first {
            let more = finding.problems.count > 1 ? ", and \(finding.problems.count - 1) more" : ""
            throw RollbackError.damaged(version: version, problem: problem.words + more, others: others)
        }
        guard let identity = finding.identity else { throw CancellationError() }
        var tree = target.tree
        tree.identity = identity
        return tree
    }

    private func swap(
        _ record: GameRecord, _ installed: InstalledTree, _ tree: InstalledTree, _ folder: String
    ) async -> RunReport {
        let staged = StagedGame(
            game: game, tree: tree, place: .kept(folder: folder), previous: installed,
            keepsPrevious: record.damage == nil, hold: .paused)
        var report = done(from: installed.version, to: tree.version, Self.note)
        do {
            let placed = try await context.installer.install(staged)
            report.files = placed.files
            report.bytes = placed.bytes
            return engine.finished([report])
        } catch let problem as GameProblem {
            report.outcome = .failed
            report.note = nil
            report.error = problem.failure(at: context.now())
            var run = RunReport(games: [report])
            run.exit = engine.exit(of: run, isDiskFull: problem.isDiskFull)
            run.result = run.resultWord
            return run
        } catch {
            return engine.failedReport(RunFailure(stopping: error))
        }
    }

    private static let note = "rolled back, and paused until resumed"

    /// A rollback that was cut off after its swap is finished by recovery: to go on would lead forth again.
    private func finishedByRecovery(_ intents: [Intent], _ installed: InstalledTree) -> GameReport? {
        let begun = intents.first { $0.game == game && StagingPlace($0).taken != nil }
        guard let begun, begun.tree.receipt == installed.receipt else { return nil }
        guard wanted == nil || wanted == installed.version.text else { return nil }
        return done(from: nil, to: installed.version, "finished the rollback that was cut off; paused until resumed")
    }

    /// The version that is asked for is the installed one: it only has to stay.
    private func stay(_ record: GameRecord, _ installed: InstalledTree) async throws -> RunReport {
        var report = done(from: installed.version, to: installed.version, "installed already; paused until resumed")
        if record.hold == .none {
            try await context.store.setHold([game], .paused)
        } else {
            report.outcome = .skipped
        }
        return engine.finished([report])
    }

    private func done(from: Version?, to: Version, _ note: String) -> GameReport {
        GameReport(id: game.text, action: .update, from: from, to: to, outcome: .done, note: note)
    }

    private func failed(_ cause: any Diagnostic, from: Version?, to: Version? = nil) -> RunReport {
        engine.finished([
            GameReport(
                id: game.text, action: .update, from: from, to: to, outcome: .failed,
                error: GameProblem(step: .rollback, cause: cause).failure(at: context.now()))
        ])
    }
}

extension VerifyReport.Problem {
    /// `` `js/a.js` is missing``.
    var words: String {
        let name = "`\(path.printable(limit: 200))`"
        let detail = detail.map { " (\($0.printable(limit: 200)))" } ?? ""
        return switch kind {
        case .missing: path == "." ? "its folder is missing" : "\(name) is missing"
        case .changed: "\(name) has changed\(detail)"
        case .extra: "\(name) does not belong to it"
        case .mode: "\(name) has another mode\(detail)"
        case .kind: "\(name) is something else\(detail)"
        }
    }
}
