extension Plan {
    /// Pure: no clock, no disk, no network. The same input always gives the same plan.
    ///
    /// `onDisk` says what stands in the games folder, by name; names that are not there are absent.
    public init(
        manifest: Manifest, records: [GameRecord], onDisk: [String: DiskEntry], options: PlanOptions = PlanOptions()
    ) {
        var maker = PlanMaker(options: options, onDisk: onDisk)
        let known = Dictionary(uniqueKeysWithValues: records.map { ($0.id, $0) })
        for release in manifest.releases { maker.decide(release, known[release.game]) }
        for entry in manifest.refused { maker.report(entry, entry.game.flatMap { known[$0] }) }
        let listed = Set(manifest.releases.map(\.game) + manifest.refused.compactMap(\.game))
        for record in records where !listed.contains(record.id) { maker.retire(record) }
        for game in (options.selection ?? []).sorted() where !listed.contains(game) && known[game]?.installed == nil {
            maker.reportUnknown(game)
        }
        let ours = Set(records.filter { $0.installed != nil }.map(\.id.text))
        let expected = ours.union(listed.map(\.text))
        let installed = records.count { $0.installed != nil }
        self = maker.finish(installed: installed, manifest: manifest, ours: ours, expected: expected)
    }
}

/// Collects the decisions game by game.
private struct PlanMaker {
    let options: PlanOptions
    let onDisk: [String: DiskEntry]
    var steps: [Plan.Step] = []
    var doomed: [GameID] = []
    var kept: [GameID] = []
    var skipped: [Plan.Skip] = []
    var problems: [Plan.Problem] = []

    init(options: PlanOptions, onDisk: [String: DiskEntry]) {
        self.options = options
        self.onDisk = onDisk
    }

    private func isSelected(_ game: GameID) -> Bool { options.selection?.contains(game) ?? true }

    /// The table of the plan, for a game that the manifest lists.
    mutating func decide(_ release: Release, _ record: GameRecord?) {
        let game = release.game
        guard isSelected(game) else { return }
        let installed = record?.installed
        switch record?.hold ?? .none {
        case .paused: return skip(release, installed, "paused")
        case .removed: return skip(release, installed, "removed by the operator; `assetsync resume` brings it back")
        case .none: break
        }
        let place = onDisk[game.text]
        guard let installed else {
            switch place {
            case nil: add(.install, release, nil)
            case .tree, .brokenTree:
                guard options.deleteUntracked else { return fail(release, nil, .notOurs(found: "a folder")) }
                steps.append(
                    Plan.Step(
                        release: release, action: .install, from: nil, isRepublished: false, replacesUntracked: true))
            case .foreign(let found): fail(release, nil, .notOurs(found: found))
            }
            return
        }
        let offered = ArchiveDigests(md5: release.md5, sha256: release.sha256)
        let isSameVersion = installed.version == release.version
        let isRepublished = isSameVersion && offered.contradicts(installed.digests)
        if case .foreign(let found) = place { return fail(release, installed.version, .replaced(found: found)) }
        if !isSameVersion || isRepublished {
            add(.update, release, installed.version, isRepublished: isRepublished)
        } else if place == .tree, record?.damage == nil, !options.force {
            kept.append(game)
        } else {
            add(.reinstall, release, installed.version)
        }
    }

    /// An entry that broke a rule: reported, its installed version stays.
    mutating func report(_ entry: RefusedEntry, _ record: GameRecord?) {
        if let game = entry.game, !isSelected(game) { return }
        problems.append(
            Plan.Problem(
                name: entry.name, game: entry.game, installed: record?.installed?.version, wanted: nil,
                step: .manifest, error: .entry(entry.reason)))
    }

    /// A game that the manifest no longer lists.
    mutating func retire(_ record: GameRecord) {
        guard isSelected(record.id), let installed = record.installed else { return }
        guard record.hold != .paused else {
            skipped.append(Plan.Skip(game: record.id, installed: installed.version, wanted: nil, reason: "paused"))
            return
        }
        if case .foreign(let found) = onDisk[record.id.text] {
            problems.append(
                Plan.Problem(
                    name: record.id.text, game: record.id, installed: installed.version, wanted: nil, step: .delete,
                    error: .replaced(found: found)))
        } else {
            doomed.append(record.id)
        }
    }

    mutating func reportUnknown(_ game: GameID) {
        problems.append(
            Plan.Problem(name: game.text, game: game, installed: nil, wanted: nil, step: .plan, error: .unknownGame))
    }

    consuming func finish(installed: Int, manifest: Manifest, ours: Set<String>, expected: Set<String>) -> Plan {
        var heldBackBy: PlanError?
        if !options.allowMassDelete, manifest.isEmpty {
            heldBackBy = .emptyManifest(installed: installed)
        } else if !doomed.isEmpty, !manifest.refused.isEmpty {
            heldBackBy = .refusedEntries(manifest.refused.count)
        } else if !options.allowMassDelete, Double(doomed.count) * 100 > options.maxDeletePercent * Double(installed) {
            heldBackBy = .massDelete(doomed: doomed.count, installed: installed, maxPercent: options.maxDeletePercent)
        }
        let untracked = onDisk.keys.filter { !expected.contains($0) }.sorted()
        let mayRemove = options.deleteUntracked && options.selection == nil && manifest.refused.isEmpty
        let removable = untracked.filter { if case .foreign = onDisk[$0] { false } else { true } }
        let blocked = heldBackBy != nil
        return Plan(
            steps: steps, deletions: blocked ? [] : doomed.sorted(), deletionsHeldBack: heldBackBy,
            heldBack: blocked ? doomed.sorted() : [], kept: kept, skipped: skipped, problems: problems,
            untracked: untracked, untrackedDeletions: mayRemove && !blocked ? removable : [])
    }

    private mutating func add(_ action: Action, _ release: Release, _ from: Version?, isRepublished: Bool = false) {
        steps.append(
            Plan.Step(
                release: release, action: action, from: from, isRepublished: isRepublished, replacesUntracked: false))
    }

    private mutating func skip(_ release: Release, _ installed: InstalledTree?, _ reason: String) {
        skipped.append(
            Plan.Skip(game: release.game, installed: installed?.version, wanted: release.version, reason: reason))
    }

    private mutating func fail(_ release: Release, _ installed: Version?, _ error: PlanError) {
        problems.append(
            Plan.Problem(
                name: release.game.text, game: release.game, installed: installed, wanted: release.version,
                step: .plan, error: error))
    }
}
