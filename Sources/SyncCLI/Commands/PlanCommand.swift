import SyncCore

struct PlanCommand: Command {
    static let name = "plan"
    static let summary = "Show what a sync would do, and change nothing"
    static let arguments: Arguments<Self> = .any("GAME", "Only these games") { $0.games.append(try GameID($1)) }
    static let flags: [Flag<Self>] = [
        .on("--exit-code", "Exit 3 when there is work to do") { $0.usesExitCode = true },
        .on("--json", "Print one JSON object instead of text") { $0.json = true },
    ]
    static let exits: [Exit] = [
        Exit(.done), Exit(.someFailed, "the manifest cannot be used"), Exit(.usage),
        Exit(.workPending, "with `--exit-code`: there is work to do"), Exit(.network),
        Exit(.trust), Exit(.lockBusy, "another program holds the state database"), Exit(.config),
        Exit(.internalError),
    ]

    var games: [GameID] = []
    var usesExitCode = false
    var json = false

    func run(in context: Context) async throws -> ExitStatus {
        let report: RunReport
        do {
            report = try await context.backend.plan(context.installation, games)
        } catch {
            report = RunReport(result: .failed, exit: error.exit, error: error, isDryRun: true)
        }
        let printer = RunPrinter(context: context, isPlan: true)
        if json {
            context.out.write(RunJSON.object(report).serialized + "\n")
            printer.printError(report)
        } else {
            printer.print(report)
        }
        if let error = report.error { return error.exit }
        return usesExitCode && Self.hasWork(report) ? .workPending : .done
    }

    static func hasWork(_ report: RunReport) -> Bool {
        report.games.contains { game in
            switch game.action {
            case .install, .update, .reinstall, .delete: game.outcome != .failed
            case .keep, .skip: false
            }
        }
    }
}
