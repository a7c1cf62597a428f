public import SyncCore
import SyncPlatform

extension Engine {
    /// What is installed, wanted and wrong, from state and disk. Takes no lock and asks no server.
    ///
    /// - Parameter selection: Only these games; nil means all.
    /// - Returns: The state at one moment, truthful also while a run goes on.
    /// - Throws: ``RunFailure`` when the state cannot be read.
    public func status(_ selection: Set<GameID>? = nil) async throws(RunFailure) -> StatusReport {
        do {
            let holder = try holder()
            var report = StatusReport(
                generated: now(),
                agent: .init(version: version, running: holder != nil, pid: holder?.pid, verb: holder?.verb),
                manifestURL: config.manifest.description)
            report.notices = notices
            let survey = try await survey(try await openForReading())
            report.manifest = survey.manifest
            if let record = survey.manifest { report.notices += notices(of: record, at: report.generated) }
            report.lastRun = survey.lastRun
            // It may have begun since the first look.
            if survey.lastRun?.finished == nil, holder == nil, try self.holder() == nil {
                report.lastRun?.result = .interrupted
            }
            let known = Set(survey.records.map(\.id))
            report.untracked = survey.disk.names.filter { name in
                (try? GameID(name)).map { !known.contains($0) } ?? true  // what is no id is no game
            }
            let activities = Dictionary(uniqueKeysWithValues: survey.activities.map { ($0.game, $0) })
            let kept = Dictionary(grouping: survey.kept, by: \.game)
            report.games = survey.records.filter { selection?.contains($0.id) ?? true }.map { record in
                let judge = GameJudge(
                    record: record, place: survey.disk[record.id.text],
                    activity: holder == nil ? nil : activities[record.id], kept: kept[record.id] ?? [],
                    isRunning: holder != nil, now: report.generated, manifest: survey.knowledge)
                return judge.game
            }
            return report
        } catch {
            throw RunFailure(stopping: error)
        }
    }

    /// Whether that version of that game is in place and complete, as far as names and sizes tell.
    public func isInstalled(_ game: GameID, _ version: Version) async -> Bool {
        guard let report = try? await status([game]), let found = report.games.first else { return false }
        return found.installed == version && found.state != .damaged
    }

    /// Who holds the lock now.
    func holder() throws -> FileLock.Holder? {
        try Directory.existing(layout.root).flatMap { try FileLock.holder(in: $0) }
    }

    /// What is to be said of the manifest that was accepted last.
    private func notices(of record: ManifestRecord, at now: Timestamp) -> [String] {
        var notices: [String] = []
        if let words = record.expiryWarning(config.trust, at: now) { notices.append(words) }
        let plain = record.plainHTTP
        if plain.games > 0 {
            let who = plain.games == 1 ? "1 game comes" : "\(plain.games) games come"
            let but =
                plain.withoutDigest == 0
                ? "their digests tell a changed archive"
                : "\(plain.withoutDigest) of them without a digest, so that anybody on the way can change the archive"
            notices.append("\(who) over plain http: \(but)")
        }
        if !config.trust.keys.isEmpty, record.fetched != nil, record.trust == nil {
            notices.append("what is wanted was accepted before `trust.keys` was set; no signature proves it")
        }
        return notices
    }

    private var notices: [String] {
        var notices: [String] = []
        if config.manifest.scheme == .http {
            notices.append(
                config.trust.keys.isEmpty
                    ? "the manifest comes over plain http: anybody on the way can change it"
                    : "the manifest comes over plain http: others can read it, and its signature protects it")
        }
        if let area = try? Directory(opening: layout.area), Storage.saysNoExchange(area) {
            notices.append(
                "the file system of the games cannot exchange two folders in one step: "
                    + "while a game is updated its folder is missing for an instant")
        }
        return notices
    }
}
