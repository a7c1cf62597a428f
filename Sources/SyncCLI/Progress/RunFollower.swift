import SyncCore

/// Follows a run to its end and shows how it goes on.
struct RunFollower {
    let context: Context
    let style: ProgressMode.Style
    let isPlan: Bool
    /// Where a finished game's line goes, with ``ProgressMode/Style/lines``.
    let tell: @Sendable (GameLine) -> Void

    struct Ending {
        let report: RunReport
        /// Ids of the games of which a line was printed.
        let told: Set<String>
    }

    func follow(_ events: AsyncStream<RunEvent>) async -> Ending {
        switch style {
        case .bars: await followWithBars(events)
        case .lines, .json, .none: await followInLines(events)
        }
    }

    private func followInLines(_ events: AsyncStream<RunEvent>) async -> Ending {
        var json = ProgressJSON()
        var told: Set<String> = []
        var ending: RunReport?
        for await event in events {
            switch (style, event) {
            case (.json, .finished(let report)): ending = report
            case (.json, _):
                if let line = json.line(for: event, at: .now, time: context.now()) { context.screen.print(line) }
            case (.lines, .game(let report)):
                let line = GameLine(report: report, isPlan: isPlan, glyphs: context.outFacts.glyphs)
                if line.text != nil {
                    tell(line)
                    told.insert(report.id)
                }
            case (_, .finished(let report)): ending = report
            default: break
            }
        }
        return Ending(report: ending ?? Self.cut, told: told)
    }

    private func followWithBars(_ events: AsyncStream<RunEvent>) async -> Ending {
        let bars = ProgressBars(ProgressBoard(), in: context)
        let report = await bars.drawn { () -> RunReport? in
            var ending: RunReport?
            for await event in events {
                bars.update { $0.take(event) }
                if case .finished(let report) = event { ending = report }
            }
            return ending
        }
        return Ending(report: report ?? Self.cut, told: [])
    }

    private static let cut = RunReport(
        result: .failed, exit: .internalError,
        error: RunFailure(exit: .internalError, code: "cli.cut", summary: "the run ended without a report"))
}
