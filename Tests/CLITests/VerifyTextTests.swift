import SyncCore
import Testing

@testable import SyncCLI

@Suite("What verify and history print") struct VerifyTextTests {
    static func console(_ report: VerifyReport) -> Console {
        var console = Console()
        console.backend.verify = { _, _ throws(RunFailure) in
            let (stream, continuation) = AsyncStream.makeStream(of: VerifyEvent.self)
            continuation.yield(.finished(report))
            continuation.finish()
            return Backend.VerifyRun(events: stream) {}
        }
        return console
    }

    @Test("names with control characters are shown in words, and their bytes stay in JSON")
    func hostileNames() async throws {
        let game = VerifyReport.Game(
            id: try GameID("snake"), version: try Version("1"), state: .damaged, files: 1, bytes: 1,
            problems: [.init(path: "a\u{1B}[31m\nb", kind: .extra)])
        let report = VerifyReport(result: .damaged, exit: .damaged, games: [game])
        let text = Self.console(report)
        #expect(await text.run("verify") == .damaged)
        #expect(!text.err.text.contains("\u{1B}"))
        #expect(text.err.text.split(separator: "\n").count == 2)
        let json = Self.console(report)
        #expect(await json.run("verify", "--json") == .damaged)
        #expect(json.out.text.contains(#""path":"a\u001b[31m\nb""#))
    }

    @Test("with -q only what is wrong is printed")
    func quiet() async throws {
        let whole = VerifyReport.Game(
            id: try GameID("chess"), version: try Version("1"), state: .ok, files: 1, bytes: 1)
        let console = Self.console(VerifyReport(games: [whole]))
        #expect(await console.run("verify", "-q") == .done)
        #expect(console.out.text == "")
        #expect(console.err.text == "")
        let words = Self.console(VerifyReport(games: [whole], milliseconds: 12))
        #expect(await words.run("verify") == .done)
        #expect(words.out.text == "1 whole: 1 file, 1 B in 12 ms\n")
        let empty = Self.console(VerifyReport())
        #expect(await empty.run("verify") == .done)
        #expect(empty.out.text == "nothing to verify: no game is installed\n")
    }

    @Test("a line of the history fits 80 columns, whatever the numbers are")
    func width() throws {
        var run = RunRecord(id: 1, started: noon)
        run.finished = noon.advanced(by: 3_599)
        run.result = .interrupted
        (run.installed, run.updated, run.deleted, run.failed) = (999, 999, 999, 9999)
        run.bytesDownloaded = 1_023 << 40
        let text = HistoryText(entries: [.init(run: run, changes: [])], glyphs: .ascii).text
        for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        #expect(text.contains("59 min 59 s  interrupted  999  999  999  9999  1023 TiB"))
    }

    @Test("rollback wants one game, and may be told a version")
    func rollbackWords() async throws {
        let console = Console()
        #expect(await console.run("rollback") == .usage)
        #expect(console.err.text.contains("`rollback` needs GAME"))
        #expect(await Console().run("rollback", "a", "b") == .usage)
        var asked = Console()
        asked.backend.rollback = { _, game, version throws(RunFailure) in
            RunReport(games: [GameReport(id: "\(game) \(version ?? "-")", action: .update)])
        }
        #expect(await asked.run("rollback", "snake", "--to=1.0", "--json") == .done)
        #expect(asked.out.text.contains(#""id":"snake 1.0","action":"update""#))
    }
}
