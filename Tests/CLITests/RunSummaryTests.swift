import SyncCore
import Testing

@testable import SyncCLI

@Suite("Summary of a run") struct RunSummaryTests {
    func text(_ report: RunReport, isPlan: Bool = false, glyphs: Glyphs = .unicode) -> String {
        RunSummary(report: report, isPlan: isPlan, glyphs: glyphs).lines.map(\.text).joined(separator: "\n")
    }

    func games() throws -> [GameReport] {
        [
            GameReport(id: "ape", action: .install, to: try Version("1.0"), bytesDownloaded: 1_258_291),
            GameReport(
                id: "bee", action: .update, from: try Version("1.0"), to: try Version("1.1"), bytesDownloaded: 2048,
                bytesSaved: 1_048_576),
            GameReport(
                id: "cat", action: .update, from: try Version("2"), to: try Version("2"), bytesDownloaded: 10,
                note: "republished under the same version"),
            GameReport(id: "dog", action: .reinstall, from: try Version("3"), to: try Version("3")),
            GameReport(id: "eel", action: .delete, from: try Version("4")),
            GameReport(id: "fox", action: .skip, from: try Version("5"), outcome: .skipped, note: "paused"),
            GameReport(id: "gnu", action: .keep, from: try Version("6"), to: try Version("6")),
            GameReport(
                id: "hen", action: .update, from: try Version("1.0"), to: try Version("1.1"), outcome: .failed,
                error: failure(.download, "`h.zip` answered 404. Ask the publisher")),
            GameReport(
                id: "a/\u{1B}", action: .skip, outcome: .failed,
                error: failure(.manifest, "the id `a/` contains `/`")),
        ]
    }

    @Test("one line a changed or failed game, and one for all")
    func whole() throws {
        let report = RunReport(
            result: .partial, exit: .someFailed, games: try games(), kept: 12, untracked: ["old", "older"],
            warnings: ["nothing is deleted: an entry was refused"], bytesDownloaded: 3_565_158, bytesSaved: 1_048_576,
            milliseconds: 2_149)
        #expect(
            text(report) == """
                installed   ape 1.0 (1.1 MiB)
                updated     bee 1.0 → 1.1 (2.0 KiB, 1.0 MiB saved)
                updated     cat 2 (10 B): republished under the same version
                reinstalled dog 3
                deleted     eel 4
                skipped     fox 5: paused
                untracked   old, older (kept: not installed by assetsync)
                nothing is deleted: an entry was refused
                failed      hen 1.0 → 1.1: download: `h.zip` answered 404
                            hint: Ask the publisher
                refused     a/\\u{1B}: manifest: the id `a/` contains `/`
                1 installed, 2 updated, 1 reinstalled, 1 deleted, 2 failed, 1 skipped, 12 kept; 3.3 MiB downloaded, \
                1.0 MiB saved, in 2.1 s
                """)
    }

    @Test("a plan speaks of what would be")
    func plan() throws {
        var report = RunReport(games: try Array(games().prefix(5)), kept: 12, bytesToFetch: 35_651_584, isDryRun: true)
        #expect(
            text(report, isPlan: true, glyphs: .ascii).split(separator: "\n").map { String($0.prefix(20)) } == [
                "install     ape 1.0 ", "update      bee 1.0 ", "update      cat 2 (1", "reinstall   dog 3",
                "delete      eel 4", "1 to install, 2 to u",
            ])
        #expect(
            text(report, isPlan: true).hasSuffix(
                "1 to install, 2 to update, 1 to reinstall, 1 to delete, 12 to keep; 34.0 MiB to fetch"))
        report.bytesToFetch = nil
        #expect(text(report, isPlan: true).hasSuffix("12 to keep; how much to fetch is not known"))
        report.games = report.games.filter { $0.action == .delete }
        #expect(text(report, isPlan: true).hasSuffix("1 to delete, 12 to keep"))
    }

    @Test("nothing to do is one line")
    func nothing() {
        #expect(
            text(RunReport(kept: 12, milliseconds: 31)) == "nothing to do: 12 games are as the manifest asks (31 ms)")
        #expect(text(RunReport(kept: 1), isPlan: true) == "nothing to do: 1 game is as the manifest asks")
        #expect(text(RunReport(), isPlan: true) == "nothing to do")
    }

    @Test("an interrupted run says that the next one goes on")
    func interrupted() throws {
        var report = RunReport(result: .interrupted, exit: .interrupted, milliseconds: 900)
        #expect(text(report) == "interrupted before anything changed")
        report.games = [GameReport(id: "ape", action: .install, to: try Version("1"))]
        #expect(
            text(report).hasSuffix(
                "interrupted: 1 installed in 900 ms; `assetsync sync` goes on from here"))
    }

    @Test("a run that failed as a whole has no total")
    func failed() {
        let error = RunFailure(exit: .network, code: "x", summary: "the manifest is not reachable")
        #expect(text(RunReport(result: .failed, exit: .network, error: error)) == "")
    }

    @Test("JSON has the promised fields in the promised order")
    func json() throws {
        let report = RunReport(
            result: .partial, exit: .someFailed, games: [try games()[1], try games()[7]], kept: 3, untracked: ["u"],
            bytesDownloaded: 5, bytesSaved: 6, milliseconds: 7)
        #expect(
            RunJSON.object(report).serialized
                == #"{"schema":1,"result":"partial","exit":1,"games":["#
                + #"{"id":"bee","action":"update","from":"1.0","to":"1.1","outcome":"done","bytes_downloaded":2048,"#
                + #""bytes_saved":1048576,"error":null,"note":null},"#
                + #"{"id":"hen","action":"update","from":"1.0","to":"1.1","outcome":"failed","bytes_downloaded":0,"#
                + #""bytes_saved":0,"error":{"step":"download","message":"`h.zip` answered 404. Ask the publisher","#
                + #""since":"2026-01-02T03:04:05Z","attempts":1,"code":"test.download","retry_at":null},"note":null}],"#
                + #""dry_run":false,"kept":3,"bytes_to_fetch":null,"bytes_downloaded":5,"bytes_saved":6,"#
                + #""milliseconds":7,"untracked":["u"],"warnings":[],"error":null}"#)
    }
}
