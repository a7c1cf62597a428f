import SyncCore
import SyncPlatform
import SyncStore

/// A verification of games without the lock, while others may install, update or delete them.
struct Verification {
    let engine: Engine
    let options: VerifyOptions
    let report: @Sendable (VerifyEvent) -> Void

    /// What was found of one installed game.
    struct Found {
        let record: GameRecord
        /// Of the tree that was looked at.
        let receipt: String
        let finding: TreeFinding
    }

    /// A game that is updated meanwhile is looked at again, so often at most.
    private static let mostRounds = 5

    func perform() async throws -> VerifyReport {
        var result = VerifyReport()
        var pending = options.selection
        for round in 1...Self.mostRounds {
            let store = try await engine.openForReading()
            let records = try await engine.survey(store).records
            let games = try Directory.existing(engine.layout.games)
            let receipts = try Directory.existing(engine.layout.area + "/receipts").map(ReceiptFolder.init)
            var next = VerifyReport()
            let verification = Verification(
                engine: engine, options: VerifyOptions(selection: pending), report: report)
            let (findings, unsure) = try await verification.look(
                at: records, storage: games, receipts: receipts, &next)
            // Another tree stood there than the row spoke of, perhaps between a swap and its record. A second look counts.
            var again = round == 1 ? unsure : []
            let sure = findings.filter { !again.contains($0.record.id) }
            if store != nil { again.formUnion(try await record(sure, &result)) }
            if round == Self.mostRounds { again = [] }
            result.games += next.games.filter { game in
                // One that has been deleted meanwhile is of interest only to whoever named it.
                !again.contains(game.id) && (round == 1 || game.version != nil || options.selection != nil)
            }
            guard !again.isEmpty else { break }
            pending = again
        }
        return result
    }

    /// Remembers damage, and that there is none any more. Returns the games that have another tree by now.
    private func record(_ findings: [Found], _ result: inout VerifyReport) async throws -> Set<GameID> {
        let news = findings.filter { $0.finding.damage != nil || $0.record.damage != nil && $0.finding.isWhole }
        guard !news.isEmpty else { return [] }
        do {
            let (store, _) = try await engine.openForWriting()
            return try await store.recordDamage(news.map { ($0.record.id, $0.receipt, $0.finding.damage) })
        } catch let error as StoreError {
            result.warnings.append("what was found could not be recorded: \(error.summary)")
            return []
        }
    }

    /// Looks at the installed games among `records`, and puts what is to be said of each into `result`. A folder that is
    /// nil is missing, with all that was in it.
    ///
    /// The second value is the games whose folder is another one than the record speaks of, and not whole.
    func look(
        at records: [GameRecord], storage games: Directory?, receipts: ReceiptFolder?, _ result: inout VerifyReport
    ) async throws -> (found: [Found], unsure: Set<GameID>) {
        let installed = records.filter { $0.installed != nil && options.selection?.contains($0.id) ?? true }
        absent(records, options.selection, &result)
        report(.began(games: installed.count))
        var verifier = Verifier(receipts: receipts)
        verifier.progress = { [report] in report(.progress($0)) }
        verifier.ended = { [report] in report(.ended($0)) }
        let subjects = installed.map { record in
            TreeSubject(
                game: record.id, parent: games, name: record.id.text, receipt: record.installed?.receipt ?? "")
        }
        let findings = try await verifier.verify(subjects, files: installed.map { $0.installed?.files ?? 0 })
        var unsure: Set<GameID> = []
        var all: [Found] = []
        for (record, finding) in zip(installed, findings) {
            guard let tree = record.installed else { continue }
            all.append(Found(record: record, receipt: tree.receipt, finding: finding))
            if !finding.isWhole, finding.identity?.inode != tree.identity.inode { unsure.insert(record.id) }
            result.games.append(game(record.id, tree, finding))
        }
        return (all, unsure)
    }

    private func game(
        _ id: GameID, _ tree: InstalledTree, _ finding: TreeFinding
    ) -> VerifyReport.Game {
        var game = VerifyReport.Game(
            id: id, version: tree.version, state: finding.isWhole ? .ok : .damaged, files: tree.files,
            bytes: tree.bytes, problems: finding.problems)
        let cause: (any Diagnostic)? =
            if let failure = finding.failure {
                VerifyError.unreadable(failure)
            } else if finding.lacksReceipt {
                VerifyError.noReceipt
            } else {
                nil
            }
        if let cause { game.error = GameProblem(step: .verify, cause: cause).failure(at: engine.now()) }
        game.error?.retryAt = nil
        if finding.failure != nil { game.state = .failed }
        return game
    }

    /// What is known but not installed, and what nobody knows.
    private func absent(_ records: [GameRecord], _ selection: Set<GameID>?, _ result: inout VerifyReport) {
        guard let selection else { return }
        let known = Dictionary(uniqueKeysWithValues: records.map { ($0.id, $0) })
        for id in selection where known[id]?.installed == nil {
            var game = VerifyReport.Game(id: id, state: .absent)
            if known[id] == nil {
                game.state = .failed
                game.error = GameProblem(step: .plan, cause: PlanError.unknownGame).failure(at: engine.now())
            }
            result.games.append(game)
        }
    }
}
