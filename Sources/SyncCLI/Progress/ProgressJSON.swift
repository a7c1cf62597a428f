import SyncCore

/// The JSON lines of `--progress json`: at most two progress lines a second for each game, one line as a game ends,
/// and always one last line for the whole.
struct ProgressJSON {
    private static let spacing: Duration = .milliseconds(500)
    private var lastLine: [GameID: ContinuousClock.Instant] = [:]

    /// The line for an event; nil where there is none, or where it comes too soon after the last one.
    mutating func line(for event: RunEvent, at instant: ContinuousClock.Instant, time: Timestamp) -> String? {
        switch event {
        case .planned: return nil
        case .progress(let progress):
            if let last = lastLine[progress.game], instant - last < Self.spacing { return nil }
            lastLine[progress.game] = instant
            return Self.progress(progress, time: time).serialized
        case .game(let report):
            if let index = lastLine.keys.firstIndex(where: { $0.text == report.id }) { lastLine.remove(at: index) }
            return JSON.object(
                [.init("type", "game"), .init("time", .string("\(time)")), .init("game", .string(report.id))]
                    + RunJSON.fields(of: report)
            ).serialized
        case .finished(let report): return Self.result(report, time: time).serialized
        }
    }

    private static func progress(_ event: ProgressEvent, time: Timestamp) -> JSON {
        [
            "type": "progress", "time": .string("\(time)"), "game": .string(event.game.text),
            "phase": .string(event.phase.rawValue), "done": JSON(event.done), "total": JSON(event.total),
            "bps": JSON(event.bytesPerSecond), "eta": JSON(event.eta),
        ]
    }

    static func result(_ report: RunReport, time: Timestamp) -> JSON {
        [
            "type": "result", "time": .string("\(time)"), "result": .string(report.result.rawValue),
            "exit": JSON(report.exit.rawValue), "installed": JSON(report.count(.install)),
            "updated": JSON(report.count(.update)), "reinstalled": JSON(report.count(.reinstall)),
            "deleted": JSON(report.count(.delete)), "failed": JSON(report.failed), "kept": JSON(report.kept),
            "bytes_downloaded": JSON(report.bytesDownloaded), "bytes_saved": JSON(report.bytesSaved),
            "error": RunJSON.failure(report.error),
        ]
    }
}
