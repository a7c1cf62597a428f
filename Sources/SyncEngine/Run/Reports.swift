import SyncCore

extension GameReport {
    init(_ step: Plan.Step, outcome: Outcome) {
        self.init(
            id: step.release.game.text, action: step.action, from: step.from, to: step.release.version,
            outcome: outcome, note: step.isRepublished ? "republished under the same version" : nil)
    }
}

extension GameReport {
    /// A folder that assetsync never installed and `sync.delete_untracked` removes.
    init(untracked name: String, outcome: Outcome) {
        self.init(id: name, action: .delete, outcome: outcome, note: "untracked, removed by `sync.delete_untracked`")
    }

    /// A swap that a run before this one began.
    init(finishing intent: Intent, previous: InstalledTree?) {
        let tree = intent.tree
        let isSame = previous?.version == tree.version && previous?.digests.sha256 == tree.digests.sha256
        self.init(
            id: intent.game.text, action: previous == nil ? .install : isSame ? .reinstall : .update,
            from: previous?.version, to: tree.version,
            note: "the last run was cut off after the swap; recovery finished it")
        files = tree.files
        bytes = tree.bytes
    }

    init(keeping record: GameRecord) {
        let version = record.installed?.version
        self.init(id: record.id.text, action: .keep, from: version, to: version)
    }
}

extension Plan.Problem {
    func report(at now: Timestamp) -> GameReport {
        GameReport(
            id: name, action: .skip, from: installed, to: wanted, outcome: .failed,
            error: GameProblem(step: step, cause: error).failure(at: now))
    }
}

extension Plan {
    /// What is to be said before any work: skipped games and problems.
    func standingReports(at now: Timestamp) -> [GameReport] {
        skipped.map { skip in
            GameReport(
                id: skip.game.text, action: .skip, from: skip.installed, to: skip.wanted, outcome: .skipped,
                note: skip.reason)
        } + problems.map { $0.report(at: now) }
    }

    /// The games that stay as they are.
    func keepReports(_ records: [GameRecord]) -> [GameReport] {
        let kept = Set(kept)
        return records.filter { kept.contains($0.id) }.map(GameReport.init(keeping:))
    }

    /// The plan as a report of what would be done; nothing is, so what would change is `skipped`.
    func dryReport(_ records: [GameRecord], at now: Timestamp) -> RunReport {
        var games = standingReports(at: now)
        games += steps.map { GameReport($0, outcome: .skipped) }
        games += keepReports(records)
        let installed = Dictionary(uniqueKeysWithValues: records.map { ($0.id, $0.installed?.version) })
        games += deletions.map {
            GameReport(id: $0.text, action: .delete, from: installed[$0] ?? nil, outcome: .skipped)
        }
        games += untrackedDeletions.map { GameReport(untracked: $0, outcome: .skipped) }
        var report = RunReport(
            result: isSettled ? .noop : .success, games: games.sorted { $0.id < $1.id }, kept: kept.count,
            untracked: untracked.filter { !untrackedDeletions.contains($0) }, isDryRun: true)
        report.bytesToFetch = bytesToFetch
        if let reason = deletionsHeldBack { report.error = RunFailure(reason, exit: .someFailed) }
        return report
    }
}

extension PlanOptions {
    /// `now` counts only in a run by a timer.
    init(_ config: Config, _ options: SyncOptions, now: Timestamp) {
        self.init(
            selection: options.selection, force: options.force, allowMassDelete: options.allowMassDelete,
            maxDeletePercent: Double(config.sync.maxDelete.hundredths) / 100,
            deleteUntracked: config.sync.deleteUntracked, waitingAt: options.isScheduled ? now : nil)
    }
}
