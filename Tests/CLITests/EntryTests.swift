import FoundationEssentials
import SyncCore
import SyncPlatform
import Synchronization
import TestSupport
import Testing

@testable import SyncCLI

@Suite("Commands") struct EntryTests {
    func events(exit: SyncCore.ExitStatus = .someFailed) throws -> [RunEvent] {
        let installed = GameReport(id: "ape", action: .install, to: try Version("1"), bytesDownloaded: 10)
        let failed = GameReport(
            id: "bee", action: .install, to: try Version("2"), outcome: .failed,
            error: failure(.download, "cut short. Look at the network"))
        let report = RunReport(
            result: .partial, exit: exit, games: [installed, failed], kept: 2, untracked: ["old"], bytesDownloaded: 10,
            milliseconds: 5)
        return [.planned(changes: 2), .game(installed), .game(failed), .finished(report)]
    }

    @Test("without a terminal each game is told once, as it ends")
    func lines() async throws {
        let console = Console(backend: .telling(try events()))
        #expect(await console.run("sync") == .someFailed)
        #expect(
            console.out.text == """
                installed   ape 1 (10 B)
                untracked   old (kept: not installed by assetsync)
                1 installed, 1 failed, 2 kept; 10 B downloaded in 5 ms

                """)
        #expect(
            console.err.text == """
                failed      bee 2: download: cut short
                            hint: Look at the network

                """)
    }

    @Test("`--scheduled` alone says that a timer started the run")
    func scheduled() async throws {
        for words in [["sync"], ["sync", "--scheduled"], ["sync", "--scheduled", "ape"]] {
            let asked = Mutex<[Bool]>([])
            var backend = Backend.unreachable
            backend.sync = { installation, request throws(RunFailure) in
                asked.withLock { $0.append(request.isScheduled) }
                return try await Backend.telling([.finished(RunReport())]).sync(installation, request)
            }
            let context = Console(backend: backend)
            #expect(await context.run(words) == .done)
            #expect(asked.withLock { $0 } == [words.contains("--scheduled")])
        }
    }

    @Test("with -q only failures are told")
    func quiet() async throws {
        let console = Console(backend: .telling(try events()))
        #expect(await console.run("-q", "sync") == .someFailed)
        #expect(console.out.text == "")
        #expect(console.err.text.hasPrefix("failed      bee 2: download: cut short\n"))
    }

    @Test("with --json standard output is one object and nothing else")
    func json() async throws {
        let console = Console(backend: .telling(try events()))
        #expect(await console.run("sync", "--json", "--progress=never") == .someFailed)
        let object = try JSON(parsing: Array(console.out.text.utf8))
        #expect(object["exit"]?.integer == 1)
        #expect(object["games"]?.elements?.count == 2)
        #expect(console.err.text == "")
    }

    @Test("with --progress json standard error is JSON lines, the last of them the result, also when nothing began")
    func progressJSON() async throws {
        let good = Console(backend: .telling(try events()))
        #expect(await good.run("sync", "--progress", "json") == .someFailed)
        var bad = Console()
        bad.backend.sync = { _, _ throws(RunFailure) in
            throw RunFailure(exit: .config, code: "config.key", summary: "no such key `a`", hint: "Use `b`")
        }
        #expect(await bad.run("sync", "--progress", "json", "--json") == .config)
        for (console, exit) in [(good, 1), (bad, 9)] {
            let lines = try console.err.text.split(separator: "\n").map { try JSON(parsing: Array($0.utf8)) }
            #expect(lines.last?["type"]?.text == "result")
            #expect(lines.last?["exit"]?.integer == Int64(exit))
            #expect(lines.allSatisfy { $0["type"] != nil })
        }
        #expect(try JSON(parsing: Array(bad.out.text.utf8))["error"]?["hint"]?.text == "Use `b`")
        #expect(good.out.text.contains("failed      bee 2: download: cut short\n"))
    }

    @Test("a run that fails as a whole ends with its own code, its words and the way out")
    func failedRun() async {
        var console = Console()
        console.backend.sync = { _, _ throws(RunFailure) in
            throw RunFailure(exit: .lockBusy, code: "lock", summary: "process 7 holds the lock", hint: "Use `--wait`")
        }
        #expect(await console.run("sync") == .lockBusy)
        #expect(console.err.text == "error: process 7 holds the lock\nhint: Use `--wait`\n")
        #expect(console.out.text == "")
    }

    @Test("a run that ends without a report is an internal error")
    func cutRun() async {
        let console = Console(backend: .telling([.planned(changes: 1)]))
        #expect(await console.run("sync") == .internalError)
        #expect(console.err.text == "error: the run ended without a report\n")
    }

    @Test("the engine gets what was asked for")
    func request() async throws {
        var console = Console()
        console.environment = ["HOME": "/h"]
        console.backend.sync = { installation, request throws(RunFailure) in
            let words = [
                installation.configFile ?? "", installation.root ?? "", installation.environment["HOME"] ?? "",
                request.games.map(\.text).joined(separator: ","), "\(request.wait)", "\(request.isDryRun)",
            ]
            throw RunFailure(exit: .usage, code: "x", summary: words.joined(separator: " "))
        }
        _ = await console.run("sync", "--config=c", "--root", "r", "ape", "bee", "--wait", "--dry-run")
        #expect(console.err.text == "error: c r /h ape,bee forever true\n")
    }

    @Test("plan ends with 3 only when asked and when there is work", arguments: [true, false])
    func plan(hasWork: Bool) async throws {
        var console = Console()
        let games = [
            GameReport(id: "ape", action: hasWork ? .update : .keep, from: try Version("1"), to: try Version("2")),
            GameReport(id: "bee", action: .install, outcome: .failed, error: failure(.plan, "not ours")),
        ]
        console.backend.plan = { _, _ throws(RunFailure) in
            RunReport(exit: .someFailed, games: games, bytesToFetch: 5, isDryRun: true)
        }
        #expect(await console.run("plan") == .done)
        #expect(await console.run("plan", "--exit-code") == (hasWork ? .workPending : .done))
        #expect(await console.run("plan", "--exit-code", "--json") == (hasWork ? .workPending : .done))
        #expect(console.err.text.contains("fails       bee: plan: not ours"))
    }

    @Test("status of a game that nobody knows is a mistake of the caller")
    func unknownGame() async throws {
        var console = Console()
        let games = [StatusReport.Game(id: try GameID("snake"), state: .current)]
        console.backend.status = { _ throws(RunFailure) in
            StatusReport(
                generated: noon, agent: .init(version: "1", running: false), manifestURL: "https://h/m", games: games)
        }
        #expect(await console.run("status", "snaek") == .usage)
        #expect(
            console.err.text
                == "error: no game `snaek` is installed or wanted\nhint: Did you mean `snake`?\n")
        #expect(await console.run("status", "snake", "--json") == .done)
        #expect(try JSON(parsing: Array(console.out.text.utf8))["games"]?.elements?.count == 1)
    }

    @Test("pause says of each game whether anything changed")
    func pause() async {
        var console = Console()
        console.backend.pause = { _, games throws(RunFailure) in
            let outcomes: [GameReport.Outcome] = [.done, .skipped, .failed]
            return RunReport(
                result: .partial, exit: .someFailed,
                games: zip(games, outcomes).map { game, outcome in
                    GameReport(
                        id: game.text, action: .skip, outcome: outcome,
                        error: outcome == .failed ? failure(.record, "not known") : nil)
                })
        }
        #expect(await console.run("pause", "ape", "bee", "cow") == .someFailed)
        #expect(console.out.text == "paused ape\nbee was paused already\n")
        #expect(console.err.text == "failed      cow: record: not known\n")
    }

    @Test("config show is TOML with each value's origin, or JSON; config check says that all is well")
    func configShow() async throws {
        try await withScratch { folder in
            try folder.writeFile(
                "a.toml", with: "manifest = \"https://h.example/m.json\"\nroot = \"/var/lib/x\"\n",
                flush: false)
            let path = "\(folder.path)/a.toml"
            var console = Console()
            console.backend.config = Backend.live.config
            #expect(await console.run("config", "show", "--config", path) == .done)
            #expect(console.out.text.contains("manifest = \"https://h.example/m.json\""))
            #expect(console.out.text.contains("\(path):1"))
            #expect(console.out.text.contains("parallel = 4"))
            #expect(await console.run("config", "show", "--json", "--config", path) == .done)
            #expect(console.out.text.contains(#""parallel":4"#))
            #expect(await console.run("config", "check", "--config", path) == .done)
            #expect(console.out.text.hasSuffix("ok: \(path)\n"))
        }
    }

    @Test("init writes a file once, and again only by force")
    func initialize() async throws {
        try await withScratch { folder in
            var console = Console()
            let path = "\(folder.path)/etc/assetsync/assetsync.toml"
            console.backend.configPath = { _ throws(RunFailure) in path }
            #expect(await console.run("init", "https://cdn.example.com/m.json?key=\"1\"") == .done)
            let text = try String(decoding: Data(contentsOf: URL(filePath: path)), as: UTF8.self)
            #expect(text.contains("\nmanifest = \"https://cdn.example.com/m.json?key=%221%22\"\n"))
            #expect(await console.run("init") == .config)
            #expect(
                console.err.text == "error: `\(path)` exists already\nhint: Edit it, or replace it with `--force`\n")
            #expect(try String(decoding: Data(contentsOf: URL(filePath: path)), as: UTF8.self) == text)
            #expect(await console.run("init", "--force") == .done)
            #expect(try String(decoding: Data(contentsOf: URL(filePath: path)), as: UTF8.self) != text)
            #expect(try folder.directory("etc").directory("assetsync").names() == ["assetsync.toml"])
        }
    }
}
