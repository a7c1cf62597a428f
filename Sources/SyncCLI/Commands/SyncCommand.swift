import SyncCore

struct SyncCommand: Command {
    static let name = "sync"
    static let summary = "Bring every game to the version that the manifest asks for"
    static let details = [
        """
        Fetches the manifest, then installs, updates and deletes games until they are as it asks. A game keeps its old \
        version until the new one is complete and checked, and one that fails does not stop the others.
        """,
        """
        Stopping it is always safe: what has been downloaded is kept, and the next sync goes on from there.
        """,
    ]
    static let arguments: Arguments<Self> = .any("GAME", "Only these games; nothing else changes") {
        $0.request.games.append(try GameID($1))
    }
    static let flags: [Flag<Self>] = [
        .on("--dry-run", "Say what would be done and change nothing") { $0.request.isDryRun = true },
        .on("--force", "Install the wanted version again where it is current, too") { $0.request.force = true },
        .on("--allow-mass-delete", "Delete even more games than `sync.max_delete` allows") {
            $0.request.allowMassDelete = true
        },
        .on("--scheduled", "As a timer does: games whose last attempt failed for good wait for their time") {
            $0.request.isScheduled = true
        },
        .optionalValue(
            "--wait", "DURATION",
            "Wait while another run holds the lock, at most so long, such as `90s` or `5m`; else exit 8 at once"
        ) {
            $0.request.wait =
                try $1.map { text in .atMost(try DurationText.parse(text)) } ?? .forever
        },
        .value(
            "--progress", "WHEN",
            "`auto` draws bars on a terminal and else prints a line a game; `always` draws, `never` shows nothing, "
                + "`json` prints JSON lines on standard error"
        ) { $0.progress = try choice($1) },
        .on("--json", "Print one JSON object at the end instead of text") { $0.json = true },
    ]
    static let exits: [Exit] = [
        Exit(.done), Exit(.someFailed), Exit(.usage), Exit(.network), Exit(.trust), Exit(.diskFull), Exit(.lockBusy),
        Exit(.config), Exit(.interrupted), Exit(.internalError),
    ]

    var request = SyncRequest()
    var progress = ProgressMode.auto
    var json = false
    var logHabit: LogHabit { progress == .json ? .machine : json ? .usual : .tellsItself }

    func run(in context: Context) async throws -> ExitStatus {
        let style = progress.style(on: context.errFacts, quiet: context.isQuiet)
        let ending = await follow(in: context, style: style)
        let report = ending.report
        let printer = RunPrinter(context: context, isPlan: request.isDryRun, told: ending.told)
        if json {
            context.out.write(RunJSON.object(report).serialized + "\n")
            // Both streams may be data now; the object says what went wrong.
            if !context.errIsData { printer.printError(report) }
        } else {
            printer.print(report)
        }
        if style == .json {
            context.screen.print(ProgressJSON.result(report, time: context.now()).serialized)
        }
        return report.exit
    }

    private func follow(in context: Context, style: ProgressMode.Style) async -> RunFollower.Ending {
        let run: Backend.Run
        do {
            run = try await context.backend.sync(context.installation, request)
        } catch {
            let report = RunReport(result: .failed, exit: error.exit, error: error, isDryRun: request.isDryRun)
            return RunFollower.Ending(report: report, told: [])
        }
        let printer = RunPrinter(context: context, isPlan: request.isDryRun)
        let follower = RunFollower(context: context, style: style, isPlan: request.isDryRun) { line in
            // With --json, standard output is for the object alone.
            if json { context.complain(line.text ?? "") } else { printer.print(line) }
        }
        return await Interruption.handled(in: context, requestStop: run.requestStop) {
            await follower.follow(run.events)
        }
    }
}
