import SyncCore

struct RollbackCommand: Command {
    static let name = "rollback"
    static let summary = "Put an earlier version of a game in its place, and pause the game"
    static let details = [
        """
        The versions of a game that are kept are shown by `status --json`; how many there are is `sync.keep_versions`. \
        Every file of the kept version is checked first. The exchange is one step, the version that was installed is kept \
        in its turn, and a second `rollback` leads back to it. The game stays as it is until `resume`.
        """
    ]
    static let arguments: Arguments<Self> = .one("GAME", "The game to roll back") { $0.game = try GameID($1) }
    static let flags: [Flag<Self>] = [
        .value("--to", "VERSION", "The version to put in place; else the one that was kept last") { $0.version = $1 },
        .on("--json", "Print one JSON object, as `sync --json` does") { $0.json = true },
    ]
    static let exits: [Exit] = [
        Exit(.done), Exit(.someFailed, "the game was not rolled back, and is as it was"),
        Exit(.usage, "wrong usage, or a version that is not kept"), Exit(.diskFull),
        Exit(.lockBusy, "another run holds the lock, or another program the state database"), Exit(.config),
        Exit(.interrupted, "interrupted; the game is as it was"), Exit(.internalError),
    ]

    var game: GameID?
    var version: String?
    var json = false

    func run(in context: Context) async throws -> ExitStatus {
        guard let game else { throw UsageError.missingArgument("GAME", command: Self.name, isMany: false) }
        let task = Task { [version] () -> Result<RunReport, RunFailure> in
            do throws(RunFailure) {
                return .success(try await context.backend.rollback(context.installation, game, version))
            } catch {
                return .failure(error)
            }
        }
        let result = await Interruption.handled(in: context, requestStop: { task.cancel() }) { await task.value }
        let report: RunReport
        switch result {
        case .success(let done): report = done
        case .failure(let error): report = RunReport(result: .failed, exit: error.exit, error: error)
        }
        let printer = RunPrinter(context: context, isPlan: false)
        if json {
            context.out.write(RunJSON.object(report).serialized + "\n")
            printer.printError(report)
        } else {
            printer.print(report)
        }
        return report.exit
    }
}
