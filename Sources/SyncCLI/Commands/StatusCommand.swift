import SyncCore

struct StatusCommand: Command {
    static let name = "status"
    static let summary = "Show what is installed, what is pending, and why"
    static let details = [
        "Reads the recorded state without waiting for a running sync, and asks no server.",
        """
        A game is `unverified` when the manifest gave no digest to check it by.
        """,
    ]
    static let arguments: Arguments<Self> = .any("GAME", "Only these games") { $0.games.append(try GameID($1)) }
    static let flags: [Flag<Self>] = [
        .on("--json", "Print one JSON object instead of a table") { $0.json = true }
    ]
    static let exits: [Exit] = [
        Exit(.done, "the state is shown, good or bad"), Exit(.usage, "wrong usage, or a game that is not known"),
        Exit(.lockBusy, "another program holds the state database"), Exit(.config), Exit(.internalError),
    ]

    var games: [GameID] = []
    var json = false

    func run(in context: Context) async throws -> ExitStatus {
        let report = try Self.selected(games, of: try await context.backend.status(context.installation))
        if json {
            context.out.write(StatusJSON.object(report).serialized + "\n")
        } else {
            let text = StatusText(
                report: report, glyphs: context.outFacts.glyphs, paint: context.outFacts.paint,
                width: context.outFacts.size()?.columns)
            context.out.write(text.text + "\n")
        }
        return .done
    }

    /// The report with only the named games; all when none is named.
    static func selected(_ games: [GameID], of report: StatusReport) throws(UsageError) -> StatusReport {
        guard !games.isEmpty else { return report }
        let known = Set(report.games.map(\.id))
        if let stranger = games.first(where: { !known.contains($0) }) {
            throw .unknownGame(
                "\(stranger)", nearest: nearestMatch(to: stranger.text, in: known.map { "\($0)" }.sorted()))
        }
        let named = Set(games)
        var report = report
        report.games.removeAll { !named.contains($0.id) }
        return report
    }
}
