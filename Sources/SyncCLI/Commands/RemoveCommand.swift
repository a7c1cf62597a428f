import SyncCore

struct RemoveCommand: Command {
    static let name = "remove"
    static let summary = "Delete games now, and keep them away until they are resumed"
    static let arguments: Arguments<Self> = .atLeastOne("GAME", "The games to delete") {
        $0.games.append(try GameID($1))
    }
    static let exits = HoldChange.exits

    var games: [GameID] = []

    func run(in context: Context) async throws -> ExitStatus {
        HoldChange.tell("removed", try await context.backend.remove(context.installation, games), in: context)
    }
}
