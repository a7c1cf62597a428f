public import SyncCore
import SyncPlatform
import SyncStore

extension Engine {
    /// What is installed, wanted and wrong, from state and disk. Takes no lock and asks no server.
    ///
    /// - Parameter selection: Only these games; nil means all.
    /// - Returns: The state at one moment, truthful also while a run goes on.
    /// - Throws: ``RunFailure`` when the state cannot be read.
    public func status(_ selection: Set<GameID>? = nil) async throws(RunFailure) -> StatusReport {
        do {
            let root = try? Directory(opening: layout.root)
            let holder = try root.flatMap { try FileLock.holder(in: $0) }
            var report = StatusReport(
                generated: now(),
                agent: .init(version: version, running: holder != nil, pid: holder?.pid, verb: holder?.verb),
                manifestURL: config.manifest.description)
            report.notices = notices
            guard let store = try await openForReading() else {
                report.untracked = try untracked([])
                return report
            }
            let records = try await store.games()
            let intents = Dictionary(grouping: try await store.intents(), by: \.game)
            let activities =
                holder == nil
                ? [:] : Dictionary(uniqueKeysWithValues: try await store.activities().map { ($0.game, $0) })
            let kept = Dictionary(grouping: try await store.keptVersions(), by: \.game)
            report.manifest = try await store.manifest()
            report.lastRun = try await store.lastRun()
            let disk = try scan(records)
            report.untracked = try untracked(records)
            report.games = records.filter { selection?.contains($0.id) ?? true }.map { record in
                var record = record
                if let intent = intents[record.id]?.first, isSwapped(intent) { record.installed = intent.tree }
                let judge = GameJudge(
                    record: record, place: disk[record.id.text], activity: activities[record.id],
                    kept: kept[record.id] ?? [], isRunning: holder != nil)
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

    private func scan(_ records: [GameRecord]) throws -> DiskListing {
        guard let games = try? Directory(opening: layout.games) else { return [:] }
        let receipts = (try? Directory(opening: layout.area + "/receipts")).map(ReceiptFolder.init)
        return try GamesFolder(games: games, receipts: receipts).scan(records)
    }

    /// Names in the games folder that no row speaks of.
    private func untracked(_ records: [GameRecord]) throws -> [String] {
        guard let games = try? Directory(opening: layout.games) else { return [] }
        let known = Set(records.map(\.id.text))
        return try games.names().filter { !$0.hasPrefix(".") && !known.contains($0) }.sorted()
    }

    private func isSwapped(_ intent: Intent) -> Bool {
        guard let games = try? Directory(opening: layout.games) else { return false }
        return (try? games.status(intent.game.text))?.identity.inode == intent.tree.identity.inode
    }

    private var notices: [String] {
        var notices: [String] = []
        if config.manifest.scheme == .http {
            notices.append("the manifest comes over plain http: anybody on the way can change it")
        }
        return notices
    }
}
