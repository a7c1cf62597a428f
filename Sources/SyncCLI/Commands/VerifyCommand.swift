import SyncCore

struct VerifyCommand: Command {
    static let name = "verify"
    static let summary = "Compare every file of the installed games with what was installed"
    static let details = [
        """
        Names, kinds, modes and the SHA-256 of every file are compared with what was recorded at the installation: \
        files that are missing, have changed, or do not belong there are named. What is found is remembered: `status` \
        shows the game as damaged, and the next sync repairs it.
        """,
        """
        With `--repair` it is repaired at once: a new tree is made of the files that are whole, of kept versions and of \
        other games, and put in place in one step. Where some file is nowhere on this machine, the archive of the same \
        version is downloaded. Paused games are repaired, too: their version stays the same.
        """,
    ]
    static let arguments: Arguments<Self> = .any("GAME", "Only these games") {
        $0.request.games.append(try GameID($1))
    }
    static let flags: [Flag<Self>] = [
        .on("--repair", "Repair what is damaged") { $0.request.repairs = true },
        .value(
            "--progress", "WHEN",
            "`auto` draws bars on a terminal, `always` draws, `never` shows nothing, `json` prints JSON lines on "
                + "standard error"
        ) { $0.progress = try choice($1) },
        .on("--json", "Print one JSON object at the end instead of text") { $0.json = true },
    ]
    static let exits: [Exit] = [
        Exit(.done, "all files are as they were installed, or all games were repaired"),
        Exit(.someFailed, "some games could not be verified, or their repair failed"), Exit(.usage), Exit(.damaged),
        Exit(.network, "a repair needs the manifest, which is not reachable"), Exit(.trust), Exit(.diskFull),
        Exit(.lockBusy, "another run holds the lock (`--repair`), or another program the state database"),
        Exit(.config), Exit(.interrupted),
        Exit(.internalError),
    ]

    var request = VerifyRequest()
    var progress = ProgressMode.auto
    var json = false
    var logHabit: LogHabit { progress == .json ? .machine : json ? .usual : .tellsItself }

    func run(in context: Context) async throws -> ExitStatus {
        let style = progress.style(on: context.errFacts, quiet: context.isQuiet)
        let report: VerifyReport
        do {
            let run = try await context.backend.verify(context.installation, request)
            let follower = VerifyFollower(context: context, style: style)
            report = await Interruption.handled(in: context, requestStop: run.requestStop) {
                await follower.follow(run.events)
            }
        } catch {
            report = VerifyReport(result: .failed, exit: error.exit, error: error)
        }
        if json {
            context.out.write(VerifyJSON.object(report).serialized + "\n")
            if !context.errIsData, let error = report.error { context.complain(error) }
        } else {
            VerifyText(report: report, repairs: request.repairs).print(in: context)
        }
        if style == .json { context.screen.print(VerifyJSON.result(report, time: context.now()).serialized) }
        return report.exit
    }
}
