/// Collects the decisions of a ``Plan`` game by game.
struct PlanMaker {
    private let manifest: Manifest
    private let records: [GameRecord]
    private let known: [GameID: GameRecord]
    /// Games that the manifest speaks of, usable or not.
    private let listed: Set<GameID>
    private let onDisk: DiskListing
    private let options: PlanOptions

    private var steps: [Plan.Step] = []
    private var doomed: [GameID] = []
    private var kept: [GameID] = []
    private var skipped: [Plan.Skip] = []
    private var waiting: [GameID] = []
    private var rollouts: [GameID] = []
    private var problems: [Plan.Problem] = []

    init(manifest: Manifest, records: [GameRecord], onDisk: DiskListing, options: PlanOptions) {
        self.manifest = manifest
        self.records = records
        self.onDisk = onDisk
        self.options = options
        known = Dictionary(records.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        listed = Set(manifest.releases.map(\.game) + manifest.refused.compactMap(\.game))
    }

    /// The table of the plan, for a game that the manifest lists.
    mutating func decide(_ release: Release) {
        let game = release.game
        guard isSelected(game) else { return }
        let record = known[game]
        let installed = record?.installed
        switch record?.hold ?? .none {
        case .paused: return skip(game, installed, release.version, "paused")
        case .removed:
            return skip(
                game, installed, release.version, "removed by the operator; `assetsync resume` brings it back")
        case .none: break
        }
        if let words = options.beforeRollout[game], !isCurrent(release, installed) {
            rollouts.append(game)
            return skip(game, installed, release.version, words)
        }
        let place = onDisk[game.text]
        guard let installed else { return decideNew(release, place) }
        if case .foreign(let found) = place { return fail(release, installed.version, .replaced(found: found)) }
        let offered = ArchiveDigests(md5: release.md5, sha256: release.sha256)
        let isSameVersion = installed.version == release.version
        let isRepublished = isSameVersion && offered.isAnother(than: installed.digests)
        if !isSameVersion || isRepublished {
            add(.update, release, installed.version, isRepublished: isRepublished)
        } else if place == .tree, record?.damage == nil, !options.force {
            kept.append(game)
        } else {
            add(.reinstall, release, installed.version)
        }
    }

    /// Whether the installed tree is the offered one. Then there is nothing to wait for.
    private func isCurrent(_ release: Release, _ installed: InstalledTree?) -> Bool {
        let offered = ArchiveDigests(md5: release.md5, sha256: release.sha256)
        return installed.map { $0.version == release.version && !offered.isAnother(than: $0.digests) } ?? false
    }

    /// A game without an installed tree.
    private mutating func decideNew(_ release: Release, _ place: DiskEntry?) {
        switch place {
        case nil: add(.install, release, nil)
        case .foreign(let found): fail(release, nil, .blocked(found: found))
        case .tree, .brokenTree:
            guard options.deleteUntracked else { return fail(release, nil, .notOurs) }
            // A run with refused entries deletes nothing, also not what it would put something else in place of.
            guard manifest.refused.isEmpty else { return fail(release, nil, .notReplaced) }
            add(.install, release, nil, replacesUntracked: true)
        }
    }

    /// An entry that broke a rule: reported, its installed version stays.
    mutating func report(_ entry: RefusedEntry) {
        if let game = entry.game, !isSelected(game) { return }
        let installed = entry.game.flatMap { known[$0]?.installed?.version }
        problems.append(
            Plan.Problem(
                name: entry.name, game: entry.game, installed: installed, wanted: nil, step: .manifest,
                error: .entry(entry.reason)))
    }

    /// A game that the manifest no longer lists; nothing happens with the others.
    mutating func retire(_ record: GameRecord) {
        guard !listed.contains(record.id), isSelected(record.id), let installed = record.installed else { return }
        if record.hold == .paused {
            skip(record.id, installed, nil, "paused")
        } else if case .foreign(let found) = onDisk[record.id.text] {
            problems.append(
                Plan.Problem(
                    name: record.id.text, game: record.id, installed: installed.version, wanted: nil, step: .delete,
                    error: .replaced(found: found)))
        } else {
            doomed.append(record.id)
        }
    }

    /// A game that was asked for by name and that nobody knows.
    mutating func reportUnknown(_ game: GameID) {
        guard !listed.contains(game), known[game]?.installed == nil else { return }
        problems.append(
            Plan.Problem(name: game.text, game: game, installed: nil, wanted: nil, step: .plan, error: .unknownGame))
    }

    consuming func plan() -> Plan {
        let heldBackBy = reasonToHoldBack
        let ours = records.filter { $0.installed != nil }.map(\.id)
        let expected = Set((ours + listed).map { Array($0.text.utf8) })
        let untracked = onDisk.names.filter { !expected.contains(Array($0.utf8)) }
        let mayRemove =
            options.deleteUntracked && options.selection == nil && manifest.refused.isEmpty && heldBackBy == nil
        let removable = untracked.filter { if case .foreign = onDisk[$0] { false } else { true } }
        let inOrder = doomed.sorted()
        return Plan(
            steps: steps.sorted { $0.release.game < $1.release.game }, deletions: heldBackBy == nil ? inOrder : [],
            deletionsHeldBack: heldBackBy, heldBack: heldBackBy == nil ? [] : inOrder, kept: kept.sorted(),
            skipped: skipped.sorted { $0.game < $1.game }, waiting: waiting.sorted(),
            rollouts: rollouts.sorted(),
            problems: problems.sorted { $0.name.precedesInBytes($1.name) },
            untracked: untracked, untrackedDeletions: mayRemove ? removable : [])
    }

    /// Why this run deletes nothing.
    private var reasonToHoldBack: PlanError? {
        let installed = records.count { $0.installed != nil }
        if manifest.isEmpty, !options.allowMassDelete { return .emptyManifest(installed: installed) }
        guard !doomed.isEmpty else { return nil }
        guard manifest.refused.isEmpty else { return .refusedEntries(manifest.refused.count) }
        let isWithinShare = Double(doomed.count) * 100 <= options.maxDeletePercent * Double(installed)
        guard isWithinShare || options.allowMassDelete else {
            return .massDelete(doomed: doomed.count, installed: installed, maxPercent: options.maxDeletePercent)
        }
        return nil
    }

    private func isSelected(_ game: GameID) -> Bool { options.selection?.contains(game) ?? true }

    private mutating func add(
        _ action: Action, _ release: Release, _ from: Version?, isRepublished: Bool = false,
        replacesUntracked: Bool = false
    ) {
        let record = known[release.game]
        if let now = options.waitingAt, let failure = record?.failure, let end = Backoff.end(of: failure, now: now) {
            waiting.append(release.game)
            let reason =
                "waits until \(end), because the last attempt failed: \(failure.step.rawValue): \(failure.cause)"
            return skip(release.game, record?.installed, release.version, reason)
        }
        steps.append(
            Plan.Step(
                release: release, action: action, from: from, isRepublished: isRepublished,
                replacesUntracked: replacesUntracked))
    }

    private mutating func skip(_ game: GameID, _ installed: InstalledTree?, _ wanted: Version?, _ reason: String) {
        skipped.append(Plan.Skip(game: game, installed: installed?.version, wanted: wanted, reason: reason))
    }

    private mutating func fail(_ release: Release, _ installed: Version?, _ error: PlanError) {
        problems.append(
            Plan.Problem(
                name: release.game.text, game: release.game, installed: installed, wanted: release.version,
                step: .plan, error: error))
    }
}
