import SyncCore

/// Says in one word where a game stands, from its row, the disk and a running sync. Pure.
struct GameJudge {
    let record: GameRecord
    let place: DiskEntry?
    let activity: Activity?
    let kept: [KeptVersion]
    let isRunning: Bool
    let now: Timestamp
    /// What the state knows of the manifest.
    let manifest: Manifest

    enum Manifest {
        /// None was accepted yet, or the state was lost: nothing is known of what is wanted.
        case unknown
        case accepted
    }

    /// What is really there: a row whose folder is gone is not installed.
    private var installed: InstalledTree? {
        switch place {
        case .tree, .brokenTree: record.installed
        case nil, .foreign: nil
        }
    }

    var game: StatusReport.Game {
        let (state, next) = verdict
        return StatusReport.Game(
            id: record.id, state: state, installed: installed?.version, wanted: record.wanted?.version,
            bytes: installed?.bytes ?? 0, files: installed?.files ?? 0, installedAt: installed?.installedAt,
            sha256: installed?.digests.sha256, verified: installed?.verified ?? false,
            versions: (installed.map { [$0.version] } ?? [])
                + kept.sorted { $0.keptAt > $1.keptAt }.map(\.tree.version),
            progress: activity, error: record.failure, next: next)
    }

    /// Why the last run left it behind, while that holds.
    private var waiting: String? { record.wait.flatMap { $0.holds(at: now) ? $0.words : nil } }

    private var verdict: (GameState, String?) {
        if let activity {
            switch activity.phase {
            case .download: return (.downloading, nil)
            case .verify: return (.verifying, nil)
            case .extract: return (.extracting, nil)
            case .swap: return (.staged, nil)
            }
        }
        switch record.hold {
        case .paused:
            guard let damage = record.damage, installed != nil else {
                return (.paused, "stays as it is until `assetsync resume`")
            }
            return (.paused, "\(damage); `assetsync verify --repair` repairs it")
        case .removed: return (.absent, "removed by the operator; `assetsync resume` brings it back")
        case .none: break
        }
        if case .foreign(let found) = place, record.installed != nil {
            return (.failed, "its folder is now \(found): move it away, then run `assetsync sync`")
        }
        // Whoever looked at every file knows more than a glance tells.
        if let damage = record.damage, installed != nil { return (.damaged, "\(damage); repaired by the next sync") }
        if case .brokenTree(let problem) = place, installed != nil {
            return (.damaged, "\(problem); repaired by the next sync")
        }
        if let failure = record.failure {
            return (
                .failed,
                waiting ?? Backoff.end(of: failure, now: now).map { "retry at \($0)" } ?? "tried again by the next sync"
            )
        }
        guard let wanted = record.wanted else {
            switch manifest {
            case .unknown: return (.outdated, "recognised on disk; the next sync compares it with the manifest")
            case .accepted:
                if let waiting { return (.outdated, waiting) }
                return (isRunning ? .removing : .outdated, "no longer in the manifest; deleted by the next sync")
            }
        }
        guard let installed else { return (isRunning ? .queued : .absent, waiting ?? "installed by the next sync") }
        if installed.version == wanted.version, !wanted.digests.isAnother(than: installed.digests) {
            return (.current, nil)
        }
        return (isRunning ? .queued : .outdated, waiting ?? "updated by the next sync")
    }
}
