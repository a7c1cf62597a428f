import SyncCore

/// Follows a verification to its end and shows how it goes on, as ``RunFollower`` does for a run.
struct VerifyFollower {
    let context: Context
    let style: ProgressMode.Style

    func follow(_ events: AsyncStream<VerifyEvent>) async -> VerifyReport {
        switch style {
        case .bars:
            let bars = ProgressBars(ProgressBoard(), in: context)
            return await bars.drawn {
                var ending: VerifyReport?
                for await event in events {
                    if let shown = Self.shown(event) { bars.update { $0.take(shown) } }
                    if case .finished(let report) = event { ending = report }
                }
                return ending ?? Self.cut
            }
        case .json:
            var json = ProgressJSON()
            var ending: VerifyReport?
            for await event in events {
                switch event {
                case .progress(let progress):
                    let line = json.line(for: .progress(progress), at: .now, time: context.now())
                    if let line { context.screen.print(line) }
                case .finished(let report):
                    for game in report.games {
                        context.screen.print(VerifyJSON.game(game, time: context.now()).serialized)
                    }
                    ending = report
                case .began, .ended: break
                }
            }
            return ending ?? Self.cut
        case .lines, .none:
            var ending: VerifyReport?
            for await event in events {
                if case .finished(let report) = event { ending = report }
            }
            return ending ?? Self.cut
        }
    }

    /// What the bars of a run would show for it.
    private static func shown(_ event: VerifyEvent) -> RunEvent? {
        switch event {
        case .began(let games): .planned(changes: games)
        case .progress(let progress): .progress(progress)
        case .ended(let game): .game(GameReport(id: game.text, action: .reinstall))
        case .finished: nil
        }
    }

    private static let cut = VerifyReport(
        result: .failed, exit: .internalError,
        error: RunFailure(exit: .internalError, code: "cli.cut", summary: "the run ended without a report"))
}
