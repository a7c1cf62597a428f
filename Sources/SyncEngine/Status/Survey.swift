import SyncCore
import SyncPlatform
import SyncStore

/// What state and disk say without a lock, as the next run would find it after its recovery.
struct Survey {
    var records: [GameRecord] = []
    var kept: [KeptVersion] = []
    var manifest: ManifestRecord?
    var lastRun: RunRecord?
    var activities: [Activity] = []
    /// What stands in the games folder, by name.
    var disk = DiskListing()

    var knowledge: GameJudge.Manifest {
        manifest?.fetched == nil ? .unknown : .accepted
    }
}

extension Survey {
    /// Trees that no row speaks of.
    fileprivate mutating func add(_ recognition: Recognition) throws(PlatformError) {
        let known = Set(records.filter { $0.installed != nil }.map(\.id))
        for found in try recognition.installedTrees(besides: known) {
            guard let index = records.firstIndex(where: { $0.id == found.id }) else {
                records.append(found)
                continue
            }
            records[index].installed = found.installed
            records[index].damage = found.damage
        }
        records.sort { $0.id < $1.id }
    }

    /// A rollback that happened and is not recorded yet: the tree that was installed lies where the other was kept.
    fileprivate mutating func rollBack(_ record: inout GameRecord, _ taken: String) {
        record.hold = .paused
        kept = kept.compactMap { version in
            guard version.game == record.id, version.folder == taken else { return version }
            return record.installed.map {
                KeptVersion(game: record.id, folder: taken, tree: $0, keptAt: version.keptAt.advanced(by: 1))
            }
        }
    }
}

extension Engine {
    /// Takes no lock, changes nothing.
    ///
    /// Where there is no state the receipts tell what is installed; where a run was cut off between a swap and its
    /// record, the disk does.
    func survey(_ store: StateStore?) async throws -> Survey {
        var survey = Survey()
        let games = try Directory.existing(layout.games)
        let receipts = try Directory.existing(layout.area + "/receipts").map(ReceiptFolder.init)
        if let store {
            let snapshot = try await store.snapshot()
            let intents = Dictionary(grouping: try await store.intents(), by: \.game)
            survey.kept = snapshot.kept
            survey.records = snapshot.games.map { record in
                var record = record
                if let intent = intents[record.id]?.first, let games, isSwapped(intent, games) {
                    if let taken = StagingPlace(intent).taken { survey.rollBack(&record, taken) }
                    record.installed = intent.tree
                    // What was found of the tree that it replaced.
                    record.damage = nil
                }
                return record
            }
            survey.manifest = snapshot.manifest
            survey.lastRun = snapshot.lastRun
            survey.activities = snapshot.activities
            // As recovery does, after a run that did not end and in a state that is new.
            if snapshot.lastRun?.finished == nil, let games, let receipts {
                try survey.add(Recognition(games: games, receipts: receipts))
            }
        } else if let games, let receipts {
            survey.records = try Recognition(games: games, receipts: receipts).installedTrees(besides: [])
        }
        if let games { survey.disk = try GamesFolder(games: games, receipts: receipts).scan(survey.records) }
        return survey
    }

    /// nil when there is no state yet. One that cannot be looked at is an error: it is not the same.
    func openForReading() async throws -> StateStore? {
        guard let root = try Directory.existing(layout.root), try root.status("state.sqlite3") != nil else {
            return nil
        }
        do throws(StoreError) {
            return try await StateStore.open(layout.state, mode: .readOnly, now: now()).store
        } catch {
            // An empty file, or one that is just being made.
            if case .missing = error { return nil }
            throw error
        }
    }

    private func isSwapped(_ intent: Intent, _ games: Directory) -> Bool {
        let place = (try? games.status(intent.game.text)) ?? nil
        return place?.identity.inode == intent.tree.identity.inode
    }
}

extension Directory {
    /// nil when there is none.
    static func existing(_ path: String) throws(PlatformError) -> Directory? {
        do {
            return try Directory(opening: path)
        } catch {
            guard error.isMissing else { throw error }
            return nil
        }
    }
}
