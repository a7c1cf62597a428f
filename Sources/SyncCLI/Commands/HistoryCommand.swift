import SyncCore

struct HistoryCommand: Command {
    static let name = "history"
    static let summary = "Show what the last runs changed, the newest first"
    static let details = [
        """
        Every sync is a run, and so is every other command that changed a game's files: `rollback`, `remove` and \
        `verify --repair`. The last thousand are remembered. Times are those of this machine; in JSON they are UTC.
        """
    ]
    static let flags: [Flag<Self>] = [
        .on("--json", "Print one JSON object instead of a table") { $0.json = true }
    ]
    static let exits: [Exit] = [
        Exit(.done), Exit(.usage), Exit(.lockBusy, "another program holds the state database"), Exit(.config),
        Exit(.internalError),
    ]

    var json = false

    func run(in context: Context) async throws -> ExitStatus {
        let entries = try await context.backend.history(context.installation)
        if json {
            context.out.write(HistoryJSON.object(entries).serialized + "\n")
        } else {
            let text = HistoryText(
                entries: entries, glyphs: context.outFacts.glyphs, paint: context.outFacts.paint)
            context.out.write(text.text + "\n")
        }
        return .done
    }
}
