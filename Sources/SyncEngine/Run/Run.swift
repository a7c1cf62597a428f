import SyncCore
import SyncPlatform
import SyncStore
import SyncTransfer

/// One pass under the lock: recover → manifest → plan → games → deletions → record.
struct Run {
    let context: RunContext
    let options: SyncOptions
    let started: Timestamp

    struct Result {
        var games: [GameReport] = []
        var kept = 0
        var untracked: [String] = []
        var bytesDownloaded: Int64 = 0
        var bytesSaved: Int64 { games.reduce(0) { $0 &+ $1.bytesSaved } }
        var failure: RunFailure?
        /// A full disk stopped some game.
        var isDiskFull = false
        /// Some game waits for a budget or for a time of day.
        var isWaiting = false
    }

    func perform() async throws -> Result {
        var result = try await pass()
        // What recovery finished is told by this run, in place of what it would say of a game that it keeps.
        for report in context.recovered
        where !result.games.contains(where: { $0.id == report.id && $0.action != .keep }) {
            let before = result.games.count
            result.games.removeAll { $0.id == report.id }
            result.kept -= before - result.games.count
            result.games.append(report)
            context.report(.game(report))
        }
        return result
    }

    private func pass() async throws -> Result {
        let (manifest, plan, records) = try await decide()
        guard let manifest, let plan else {
            // Unchanged and settled: nothing to do but to say so. No partial download is wanted either.
            try sweepPartials(wanted: [])
            await context.trash.empty(context.logger)
            let kept = records.filter { $0.installed != nil }
            return Result(games: kept.map(GameReport.init(keeping:)), kept: kept.count)
        }
        return try await carryOut(plan, manifest, records)
    }

    // MARK: - Manifest and plan

    private func decide() async throws -> (Manifest?, Plan?, [GameRecord]) {
        let store = context.store
        let known = try await store.manifest()
        let source = ManifestSource(
            config: context.config, transfer: context.transfer, store: store, now: started)
        let manifest: Manifest
        do {
            switch try await source.load(known: known) {
            case .unchanged(let record):
                try await store.updateManifest(record)
                tell(record, after: record)
                let records = try await store.games()
                if record.settled, options.selection == nil, !options.force, let settled = try quickPlan(records) {
                    return settled
                }
                manifest = try await source.accepted(record)
                return (manifest, try await plan(manifest, records), records)
            case .changed(let fresh, let record, let bytes):
                manifest = fresh
                for mirror in fresh.droppedMirrors {
                    context.logger.log(
                        .warning, "manifest.mirror", [.init("game", mirror.game), .init("dropped", mirror.problem)])
                }
                if manifest.isEmpty, !options.allowMassDelete {
                    let installed = try await store.games().count { $0.installed != nil }
                    throw RunFailure(PlanError.emptyManifest(installed: installed), exit: .someFailed)
                }
                let wanted = manifest.releases.map { release in
                    let digests = ArchiveDigests(md5: release.md5, sha256: release.sha256)
                    return (release.game, GameRecord.Wanted(version: release.version, digests: digests))
                }
                try await store.acceptManifest(record, body: bytes, wanted: wanted)
                tell(record, after: known)
            }
        } catch {
            let failure = RunFailure(stopping: error)
            if failure.exit != .interrupted {
                var record = known ?? emptyRecord
                record.error = failure.summary
                try await store.updateManifest(record)
            }
            throw error
        }
        let records = try await store.games()
        return (manifest, try await plan(manifest, records), records)
    }

    /// What an operator should know of a manifest that was accepted.
    private func tell(_ record: ManifestRecord, after known: ManifestRecord?) {
        let logger = context.logger
        if let words = record.expiryWarning(context.config.trust, at: started) {
            logger.log(.warning, "manifest.expires", [.init("soon", words)])
        }
        if let keys = record.trust?.nextKeys, keys != known?.trust?.nextKeys {
            logger.log(.notice, "trust.next_keys", [.init("manifest", record.url)])
        }
    }

    private var emptyRecord: ManifestRecord {
        ManifestRecord(url: context.config.manifest.description, base: context.config.manifest.withoutSecrets)
    }

    /// After an unchanged manifest on a settled state: only whether every game is there as that manifest wants it.
    private func quickPlan(_ records: [GameRecord]) throws -> (Manifest?, Plan?, [GameRecord])? {
        let disk = try scan(records)
        let isWhole = records.allSatisfy { $0.isSettled && disk[$0.id.text] == .tree }
        return isWhole && disk.count == records.count ? (nil, nil, records) : nil
    }

    private func scan(_ records: [GameRecord]) throws -> DiskListing {
        try GamesFolder(games: context.storage.games, receipts: context.receipts).scan(records)
    }

    private func plan(_ manifest: Manifest, _ records: [GameRecord]) async throws -> Plan {
        let disk = try scan(records)
        let findings = records.compactMap { record -> (game: GameID, exist: Bool)? in
            let exist = record.installed != nil && (disk[record.id.text]?.isTree ?? false)
            return exist == record.exist ? nil : (record.id, exist)
        }
        if !findings.isEmpty { try await context.store.setExist(findings) }
        var planOptions = PlanOptions(context.config, options, now: started)
        planOptions.beforeRollout = try manifest.gamesBeforeRollout(at: started) { try context.machine.readOrMake() }
        return Plan(manifest: manifest, records: records, onDisk: disk, options: planOptions)
    }

    // MARK: - Work

    private func carryOut(_ plan: Plan, _ manifest: Manifest, _ records: [GameRecord]) async throws -> Result {
        var result = Result(kept: plan.kept.count, untracked: plan.untracked)
        let received = context.transfer.receivedBytes
        let changes = plan.steps.count + plan.deletions.count
        context.report(.planned(changes: changes))
        let kept = Set(plan.kept)
        let known = Dictionary(uniqueKeysWithValues: records.map { ($0.id, $0) })
        try sweepPartials(
            wanted: manifest.releases.filter { !kept.contains($0.game) && known[$0.game]?.hold != .removed })
        result.games = plan.standingReports(at: started) + plan.keepReports(records)
        try await recordProblems(plan, known)
        try await clearWaits(records)
        for skip in plan.skipped where plan.rollouts.contains(skip.game) {
            try await context.store.recordWait(skip.game, GameRecord.Wait(words: skip.reason))
        }
        context.traffic.beginGames()
        try await changeGames(plan, known, &result)
        // Of all attempts, failed ones too.
        result.bytesDownloaded = context.transfer.receivedBytes - received
        await context.trash.empty(context.logger)
        guard !Task.isCancelled else {
            result.failure = .interrupted
            return result
        }
        await delete(plan, known, &result)
        await removeUntracked(plan, &result)
        if let reason = plan.deletionsHeldBack {
            result.failure = RunFailure(reason, exit: .someFailed)
            let words = "no longer in the manifest; kept: \(reason.summary)"
            for game in plan.heldBack { try await context.store.recordWait(game, GameRecord.Wait(words: words)) }
        }
        let isSettled =
            plan.problems.isEmpty && plan.heldBack.isEmpty && plan.waiting.isEmpty
            && !result.isWaiting && !result.games.contains { $0.outcome == .failed }
        if options.selection == nil, var record = try await context.store.manifest(), record.settled != isSettled {
            record.settled = isSettled
            try await context.store.updateManifest(record)
        }
        return result
    }

    /// Partial downloads of what nobody wants any more go.
    private func sweepPartials(wanted releases: [Release]) throws {
        let wanted = Set(releases.map { PartialName($0).stem })
        for name in try context.storage.temporary.names() {
            if let stem = PartialName.stem(of: name), !wanted.contains(stem) { context.trash.add(name) }
        }
    }

    private func recordProblems(_ plan: Plan, _ known: [GameID: GameRecord]) async throws {
        for problem in plan.problems {
            guard let game = problem.game, problem.error != .unknownGame else { continue }
            let failure = GameProblem(step: problem.step, cause: problem.error).failure(at: started)
            try await context.store.recordFailure(game, failure)
            context.report(.game(problem.report(at: started)))
        }
        let pending = Set(plan.problems.compactMap(\.game) + plan.steps.map(\.release.game) + plan.waiting)
        for record in known.values
        where record.failure != nil && !pending.contains(record.id) && options.selection?.contains(record.id) ?? true {
            try await context.store.clearFailures([record.id])
        }
    }

    /// Why games of this run waited before does not count any more.
    private func clearWaits(_ records: [GameRecord]) async throws {
        let games = records.filter { $0.wait != nil && options.selection?.contains($0.id) ?? true }
        if !games.isEmpty { try await context.store.clearWaits(games.map(\.id)) }
    }
}

extension GameRecord {
    /// Whether nothing is to be done or said about the game, by what the last manifest asked for.
    fileprivate var isSettled: Bool {
        guard hold == .none, failure == nil, damage == nil, let installed, let wanted else { return false }
        return installed.version == wanted.version && !wanted.digests.isAnother(than: installed.digests)
    }
}
