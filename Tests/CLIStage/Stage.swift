import FoundationEssentials
import Glibc
import SyncCLI
import SyncCore
import Synchronization

/// The command line with a scripted engine behind it: what the tests of signals, terminals and closed streams start.
///
/// Variables choose the script: `STAGE_GAMES` (3), `STAGE_STEPS` (20 of 10 ms each a game), `STAGE_STUBBORN` (asks to
/// stop are ignored), `STAGE_CONFIG` (where `init` writes).
@main
struct Stage {
    static func main() async {
        exit(await Entry.run(CommandLine.arguments, backend: backend))
    }

    static func number(_ name: String, _ fallback: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? fallback
    }

    static var backend: Backend {
        Backend(
            sync: { installation, _ throws(RunFailure) in
                installation.logger.log(.info, "stage.begin", [.init("games", number("STAGE_GAMES", 3))])
                return run(isStubborn: installation.environment["STAGE_STUBBORN"] != nil)
            },
            plan: { _, _ throws(RunFailure) in RunReport() },
            status: { _ throws(RunFailure) in status },
            pause: { _, _ throws(RunFailure) in RunReport() },
            resume: { _, _ throws(RunFailure) in RunReport() },
            remove: { _, _ throws(RunFailure) in RunReport() },
            rollback: { _, _, _ throws(RunFailure) in RunReport() },
            verify: { _, _ throws(RunFailure) in
                Backend.VerifyRun(events: AsyncStream<VerifyEvent> { $0.finish() }) {}
            },
            history: { _ throws(RunFailure) in [] },
            config: { _ throws(RunFailure) in
                throw RunFailure(exit: .config, code: "stage", summary: "the stage has no configuration")
            },
            configPath: { $0.environment["STAGE_CONFIG"] ?? "/nonexistent/assetsync.toml" }
        )
    }

    /// One game of each kind.
    private static var status: StatusReport {
        let time = Timestamp(seconds: 1_767_323_045)
        var run = RunRecord(id: 3, started: time)
        run.finished = time.advanced(by: 9)
        run.result = .partial
        run.exit = 1
        run.failed = 1
        var games: [StatusReport.Game] = []
        for (name, state, next) in [
            ("pong", GameState.current, nil), ("snake", .failed, "retry at 2026-01-02T03:14:05Z"),
            ("贪吃蛇", .outdated, "updated by the next sync"),
        ] {
            guard let id = try? GameID(name) else { continue }
            games.append(
                StatusReport.Game(
                    id: id, state: state, installed: try? Version("1.0"),
                    wanted: try? Version(state == .current ? "1.0" : "1.1"), bytes: 1_258_291, files: 34,
                    installedAt: time, verified: true, next: next))
        }
        games[1].error = GameFailure(
            step: .download, code: "stage", message: "the server answered 503. Look at the server's log", since: time,
            attempts: 2)
        return StatusReport(
            generated: time.advanced(by: 600), agent: .init(version: Product.version, running: false),
            manifest: ManifestRecord(url: "https://cdn.example.com/m.json", base: "", sequence: 7, checked: time),
            manifestURL: "https://cdn.example.com/m.json", lastRun: run, games: games, untracked: ["old"])
    }

    private static func run(isStubborn: Bool) -> Backend.Run {
        let (events, continuation) = AsyncStream.makeStream(of: RunEvent.self)
        let stopped = Flag()
        Task {
            var report = RunReport(result: .success, kept: 12, bytesDownloaded: 3_565_158, milliseconds: 2_140)
            let games = number("STAGE_GAMES", 3)
            let steps = number("STAGE_STEPS", 20)
            continuation.yield(.planned(changes: games))
            for game in 0..<games where isStubborn || !stopped.isSet {
                guard let id = try? GameID("game-\(game)") else { continue }
                for step in 0..<steps where isStubborn || !stopped.isSet {
                    let done = Int64(step) * 100_000
                    continuation.yield(
                        .progress(
                            ProgressEvent(
                                game: id, phase: .download, done: done, total: Int64(steps) * 100_000,
                                bytesPerSecond: 3_000_000)))
                    try? await Task.sleep(for: .milliseconds(10))
                }
                guard isStubborn || !stopped.isSet else { break }
                let end = GameReport(id: id.text, action: .install, to: try? Version("1.0"), bytesDownloaded: 2_000_000)
                report.games.append(end)
                continuation.yield(.game(end))
            }
            if stopped.isSet {
                report.result = .interrupted
                report.exit = .interrupted
            }
            continuation.yield(.finished(report))
            continuation.finish()
        }
        return Backend.Run(events: events) { stopped.set() }
    }
}

/// Set once, by a signal.
final class Flag: Sendable {
    private let state = Mutex(false)
    var isSet: Bool { state.withLock { $0 } }
    func set() { state.withLock { $0 = true } }
}
