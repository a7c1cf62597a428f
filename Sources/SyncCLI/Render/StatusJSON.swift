import SyncCore

/// `status --json`. Fields are only ever added, at the end of their object.
enum StatusJSON {
    static func object(_ report: StatusReport) -> JSON {
        [
            "schema": 1,
            "generated": time(report.generated),
            "agent": [
                "version": .string(report.agent.version),
                "running": JSON(report.agent.running),
                "pid": JSON(report.agent.pid),
                "next_run": time(report.agent.nextRun),
                "verb": JSON(report.agent.verb),
            ],
            "manifest": manifest(report),
            "last_run": report.lastRun.map(run) ?? .null,
            "games": .array(report.games.map(game)),
            "untracked": .array(report.untracked.map(JSON.string)),
            "notices": .array(report.notices.map(JSON.string)),
        ]
    }

    private static func manifest(_ report: StatusReport) -> JSON {
        let record = report.manifest
        return [
            "url": .string(report.manifestURL),
            "sequence": JSON(record?.sequence),
            "fetched": time(record?.fetched),
            "checked": time(record?.checked),
            "expires": time(record?.expires),
            "etag": JSON(record?.etag),
            "signature": signature(record),
            "error": JSON(record?.error),
        ]
    }

    /// Of the manifest that was accepted last; null before there was one.
    private static func signature(_ record: ManifestRecord?) -> JSON {
        guard let record, record.fetched != nil else { return .null }
        return record.trust == nil ? "unsigned" : "valid"
    }

    private static func run(_ run: RunRecord) -> JSON { .object(fields(of: run)) }

    static func fields(of run: RunRecord) -> [JSON.Member] {
        [
            .init("id", JSON(run.id)),
            .init("started", time(run.started)),
            .init("finished", time(run.finished)),
            .init("result", JSON(run.result?.rawValue)),
            .init("exit", JSON(run.exit)),
            .init("installed", JSON(run.installed)),
            .init("updated", JSON(run.updated)),
            .init("deleted", JSON(run.deleted)),
            .init("failed", JSON(run.failed)),
            .init("bytes_downloaded", JSON(run.bytesDownloaded)),
            .init("bytes_saved", JSON(run.bytesSaved)),
            .init("error", JSON(run.error)),
        ]
    }

    private static func game(_ game: StatusReport.Game) -> JSON {
        [
            "id": .string(game.id.text),
            "state": .string(game.state.rawValue),
            "installed": JSON(game.installed?.text),
            "wanted": JSON(game.wanted?.text),
            "bytes": JSON(game.bytes),
            "files": JSON(game.files),
            "installed_at": time(game.installedAt),
            "sha256": JSON(game.sha256?.hex),
            "versions": .array(game.versions.map { .string($0.text) }),
            "progress": game.progress.map {
                ["done": JSON($0.done), "total": JSON($0.total), "phase": .string($0.phase.rawValue)]
            } ?? .null,
            "error": RunJSON.failure(game.error),
            "next": JSON(game.next),
            "verified": JSON(game.verified),
        ]
    }

    private static func time(_ time: Timestamp?) -> JSON { JSON(time?.description) }
}
