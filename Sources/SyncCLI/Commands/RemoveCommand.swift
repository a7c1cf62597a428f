import SyncCore

struct RemoveCommand: Command {
    static let name = "remove"
    static let summary = "Delete games now, and keep them away until they are resumed"
    static let arguments: Arguments<Self> = .atLeastOne("GAME", "The games to delete") {
        $0.games.append(try GameID($1))
    }
    static let exits: [Exit] =
        HoldChange.exits.dropLast() + [
            Exit(.interrupted, "interrupted; a game that was not told as removed is as it was"), Exit(.internalError),
        ]

    var games: [GameID] = []

    func run(in context: Context) async throws -> ExitStatus {
        let task = Task { [games] () -> Result<RunReport, RunFailure> in
            do throws(RunFailure) {
                return .success(try await context.backend.remove(context.installation, games))
            } catch {
                return .failure(error)
            }
        }
        let result = await Interruption.handled(in: context, requestStop: { task.cancel() }) { await task.value }
        return HoldChange.tell("removed", try result.get(), in: context)
    }
}
