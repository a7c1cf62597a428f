import SyncCore

/// A run or a plan as machines read it. Fields are only ever added, at the end.
enum RunJSON {
    static func object(_ report: RunReport) -> JSON {
        [
            "schema": 1,
            "result": .string(report.result.rawValue),
            "exit": JSON(report.exit.rawValue),
            "games": .array(report.games.map { .object([.init("id", .string($0.id))] + fields(of: $0)) }),
            "dry_run": JSON(report.isDryRun),
            "kept": JSON(report.kept),
            "bytes_to_fetch": JSON(report.bytesToFetch),
            "bytes_downloaded": JSON(report.bytesDownloaded),
            "bytes_saved": JSON(report.bytesSaved),
            "milliseconds": JSON(report.milliseconds),
            "untracked": .array(report.untracked.map(JSON.string)),
            "warnings": .array(report.warnings.map(JSON.string)),
            "error": failure(report.error),
        ]
    }

    /// Everything of a game but its id.
    static func fields(of game: GameReport) -> [JSON.Member] {
        [
            .init("action", .string(game.action.rawValue)),
            .init("from", JSON(game.from?.text)),
            .init("to", JSON(game.to?.text)),
            .init("outcome", .string(game.outcome.rawValue)),
            .init("bytes_downloaded", JSON(game.bytesDownloaded)),
            .init("bytes_saved", JSON(game.bytesSaved)),
            .init("error", failure(game.error)),
            .init("note", JSON(game.note)),
        ]
    }

    static func failure(_ failure: GameFailure?) -> JSON {
        guard let failure else { return .null }
        return [
            "step": .string(failure.step.rawValue),
            "message": .string(failure.message),
            "since": .string("\(failure.since)"),
            "attempts": JSON(failure.attempts),
            "code": .string(failure.code),
            "retry_at": JSON(failure.retryAt?.description),
        ]
    }

    static func failure(_ failure: RunFailure?) -> JSON {
        guard let failure else { return .null }
        return ["code": .string(failure.code), "message": .string(failure.summary), "hint": JSON(failure.hint)]
    }
}
