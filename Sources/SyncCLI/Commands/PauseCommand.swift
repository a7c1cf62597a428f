import SyncCore

struct PauseCommand: Command {
    static let name = "pause"
    static let summary = "Leave games as they are until they are resumed"
    static let details = [
        "A download of the game that is going on stops; what has arrived is kept for later."
    ]
    static let arguments: Arguments<Self> = .atLeastOne("GAME", "The games to leave alone") {
        $0.games.append(try GameID($1))
    }
    static let exits = HoldChange.exits

    var games: [GameID] = []

    func run(in context: Context) async throws -> ExitStatus {
        HoldChange.tell("paused", try await context.backend.pause(context.installation, games), in: context)
    }
}
