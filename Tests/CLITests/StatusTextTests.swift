import SyncCore
import Testing

@testable import SyncCLI

@Suite("Status") struct StatusTextTests {
    /// Half an hour after noon.
    let now = noon.advanced(by: 1800)

    func report(_ games: [StatusReport.Game]) -> StatusReport {
        var run = RunRecord(id: 12, started: noon)
        run.finished = noon.advanced(by: 60)
        run.result = .partial
        run.exit = 1
        run.installed = 1
        run.failed = 1
        run.bytesDownloaded = 3_565_158
        let manifest = ManifestRecord(
            url: "https://cdn.example.com/m.json", base: "https://cdn.example.com/m.json?key=1", etag: "\"a\"",
            sequence: 7, fetched: noon, checked: noon)
        return StatusReport(
            generated: now, agent: .init(version: "0.1.0", running: false), manifest: manifest,
            manifestURL: "https://cdn.example.com/m.json", lastRun: run, games: games)
    }

    func game(_ id: String, _ state: GameState, _ installed: String?, _ wanted: String?) throws -> StatusReport.Game {
        StatusReport.Game(
            id: try GameID(id), state: state, installed: try installed.map { try Version($0) },
            wanted: try wanted.map { try Version($0) }, bytes: installed == nil ? 0 : 1_258_291,
            files: installed == nil ? 0 : 34, verified: installed != nil)
    }

    @Test("states, versions and what comes next stand in columns, failures with their way out below")
    func table() throws {
        var failed = try game("snake", .failed, "1.0", "1.1")
        failed.error = failure(
            .download, "the server answered 503. Try again later", attempts: 2, retryAt: noon.advanced(by: 600))
        failed.next = "retry at 2026-01-02T03:14:05Z"
        var unverified = try game("pong", .current, "3", "3")
        unverified.verified = false
        var loading = try game("tetris", .downloading, nil, "2.0")
        loading.progress = Activity(game: try GameID("tetris"), phase: .download, done: 43, total: 100)
        var report = report([unverified, failed, loading])
        report.agent = .init(version: "0.1.0", running: true, pid: 4711, verb: "sync")
        report.untracked = ["old", "a\u{1B}b"]
        report.notices = ["games are fetched over plain http"]
        #expect(
            StatusText(report: report, glyphs: .unicode).text == """
                manifest  https://cdn.example.com/m.json, checked 30 min ago, sequence 7
                last run  2026-01-02T03:05:05Z (29 min ago): done in part, 1 installed, 1 failed, 3.3 MiB downloaded
                running   sync (process 4711)

                GAME    STATE                VERSION     SIZE     NEXT
                pong    current, unverified  3           1.1 MiB
                snake   failed               1.0 → 1.1   1.1 MiB  retry at 2026-01-02T03:14:05Z
                tetris  downloading 43%      none → 2.0

                  snake: download: the server answered 503 (2 attempts since 2026-01-02T03:04:05Z)
                    hint: Try again later

                untracked: old, a\\u{1B}b (kept: not installed by assetsync)
                notice: games are fetched over plain http
                """)
    }

    @Test("before the first run it says what to do")
    func beforeTheFirstRun() {
        let report = StatusReport(
            generated: now, agent: .init(version: "0.1.0", running: false),
            manifestURL: "https://cdn.example.com/m.json")
        #expect(
            StatusText(report: report, glyphs: .ascii).text == """
                manifest  https://cdn.example.com/m.json, not fetched yet
                last run  none yet; `assetsync sync` makes the first one

                no games yet: run `assetsync sync` to fetch the manifest and install what it lists
                """)
    }

    @Test("a manifest that lists nothing and a run that was killed have their words")
    func emptyAndKilled() {
        var report = report([])
        report.lastRun?.finished = nil
        report.lastRun?.result = nil
        #expect(
            StatusText(report: report, glyphs: .ascii).text == """
                manifest  https://cdn.example.com/m.json, checked 30 min ago, sequence 7
                last run  2026-01-02T03:04:05Z (30 min ago): cut short; the next run tidies up

                no games: the manifest lists none
                """)
    }

    @Test("a manifest that was refused shows why, and a clock that is behind invents no age")
    func refusedManifest() throws {
        var report = report([try game("snake", .current, "1.0", nil)])
        report.generated = noon.advanced(by: -5)
        report.manifest?.error =
            "the manifest is not reachable: connection refused. Check `manifest` in the configuration"
        report.manifest?.expires = noon.advanced(by: -3600)
        report.lastRun = nil
        #expect(
            StatusText(report: report, glyphs: .ascii).text == """
                manifest  https://cdn.example.com/m.json, checked 2026-01-02T03:04:05Z, sequence 7, expired \
                2026-01-02T02:04:05Z
                          error: the manifest is not reachable: connection refused
                          hint: Check `manifest` in the configuration
                last run  none yet; `assetsync sync` makes the first one

                GAME   STATE    VERSION      SIZE     NEXT
                snake  current  1.0 -> none  1.1 MiB
                """)
    }

    @Test("wide characters, combining marks and very long names keep the columns of the others")
    func wideNames() throws {
        let long = String(repeating: "x", count: 60)
        let games = [
            try game("贪吃蛇", .current, "1", "1"), try game("e\u{301}te", .current, "1", "1"),
            try game(long, .current, "1", "1"), try game("b\u{202E}c", .current, "1", "1"),
        ]
        let lines = StatusText(report: report(games), glyphs: .unicode).text.split(separator: "\n")
        #expect(
            lines.suffix(5).map { String($0) } == [
                "GAME        STATE    VERSION  SIZE     NEXT",
                "贪吃蛇      current  1        1.1 MiB",
                "e\u{301}te         current  1        1.1 MiB",
                "\(long)  current  1        1.1 MiB",
                "b\\u{202E}c  current  1        1.1 MiB",
            ])
    }

    @Test("on a narrow terminal what comes next has a line of its own")
    func narrow() throws {
        var snake = try game("snake", .outdated, "1.0", "1.1")
        snake.next = "updated by the next sync"
        let lines = StatusText(report: report([snake]), glyphs: .ascii, width: 50).text.split(separator: "\n")
        #expect(
            lines.suffix(3).map { String($0) } == [
                "GAME   STATE     VERSION     SIZE",
                "snake  outdated  1.0 -> 1.1  1.1 MiB",
                "  updated by the next sync",
            ])
    }

    @Test("colours add to the words and never replace them")
    func colour() throws {
        let plain = StatusText(report: report([try game("a", .failed, "1", "2")]), glyphs: .ascii).text
        let painted = StatusText(
            report: report([try game("a", .failed, "1", "2")]), glyphs: .ascii, paint: Paint(isOn: true)
        ).text
        #expect(painted != plain)
        #expect(painted.replacing("\u{1B}[31m", with: "").replacing("\u{1B}[0m", with: "") == plain)
    }

    @Test("the word verified is never said of a game without a digest")
    func neverVerified() throws {
        for state in GameState.allCases {
            var one = try game("a", state, "1", "1")
            one.verified = false
            let text = StatusText(report: report([one]), glyphs: .ascii).text
            #expect(text.contains("unverified"))
            #expect(!text.replacing("unverified", with: "").contains("verified"))
        }
    }
}
