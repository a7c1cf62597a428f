import SyncCore

/// `verify --json`. Fields are only ever added, at the end of their object.
enum VerifyJSON {
    static func object(_ report: VerifyReport) -> JSON {
        [
            "schema": 1,
            "result": .string(report.result.rawValue),
            "exit": JSON(report.exit.rawValue),
            "games": .array(report.games.map { .object([.init("id", .string($0.id.text))] + fields(of: $0)) }),
            "bytes_downloaded": JSON(report.bytesDownloaded),
            "milliseconds": JSON(report.milliseconds),
            "warnings": .array(report.warnings.map(JSON.string)),
            "error": RunJSON.failure(report.error),
        ]
    }

    /// Everything of a game but its id.
    private static func fields(of game: VerifyReport.Game) -> [JSON.Member] {
        [
            .init("version", JSON(game.version?.text)),
            .init("state", .string(game.state.rawValue)),
            .init("files", JSON(game.files)),
            .init("bytes", JSON(game.bytes)),
            .init("problems", .array(game.problems.map(problem))),
            .init("error", RunJSON.failure(game.error)),
        ]
    }

    private static func problem(_ problem: VerifyReport.Problem) -> JSON {
        [
            "path": .string(problem.path), "kind": .string(problem.kind.rawValue), "detail": JSON(problem.detail),
        ]
    }

    /// A line of `--progress json` for a game at the end; its problems are in the object of `--json`.
    static func game(_ game: VerifyReport.Game, time: Timestamp) -> JSON {
        [
            "type": "game", "time": .string("\(time)"), "game": .string(game.id.text),
            "state": .string(game.state.rawValue), "problems": JSON(game.problems.count),
            "error": RunJSON.failure(game.error),
        ]
    }

    /// The last line of `--progress json`.
    static func result(_ report: VerifyReport, time: Timestamp) -> JSON {
        [
            "type": "result", "time": .string("\(time)"), "result": .string(report.result.rawValue),
            "exit": JSON(report.exit.rawValue), "ok": JSON(report.count(.ok)),
            "damaged": JSON(report.count(.damaged)), "repaired": JSON(report.count(.repaired)),
            "failed": JSON(report.count(.failed)), "bytes_downloaded": JSON(report.bytesDownloaded),
            "error": RunJSON.failure(report.error),
        ]
    }
}
