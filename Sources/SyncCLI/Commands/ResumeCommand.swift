import SyncCore

struct ResumeCommand: Command {
    static let name = "resume"
    static let summary = "Let the next sync go on with paused or removed games"
    static let arguments: Arguments<Self> = .atLeastOne("GAME", "The games to go on with") {
        $0.games.append(try GameID($1))
    }
    static let exits = HoldChange.exits

    var games: [GameID] = []

    func run(in context: Context) async throws -> ExitStatus {
        HoldChange.tell("resumed", try await context.backend.resume(context.installation, games), in: context)
    }
}
