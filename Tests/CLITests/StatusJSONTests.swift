import SyncCore
import Testing

@testable import SyncCLI

@Suite("Status as JSON") struct StatusJSONTests {
    @Test("all fields stand in the promised order")
    func full() throws {
        var run = RunRecord(id: 12, started: noon)
        run.finished = noon.advanced(by: 2)
        run.result = .success
        run.exit = 0
        run.installed = 1
        run.bytesDownloaded = 123
        let id = try GameID("snake")
        let game = StatusReport.Game(
            id: id, state: .downloading, installed: try Version("1.0"), wanted: try Version("1.1"), bytes: 9, files: 2,
            installedAt: noon, sha256: Digest(.sha256, bytes: [UInt8](repeating: 0xAB, count: 32)), verified: true,
            versions: [try Version("1.0")], progress: Activity(game: id, phase: .download, done: 1, total: 2),
            error: failure(.download, "the server answered 503", attempts: 2), next: "retry at …")
        let report = StatusReport(
            generated: noon, agent: .init(version: "0.1.0", running: true, pid: 7, verb: "sync"),
            manifest: ManifestRecord(
                url: "https://h/m", base: "https://h/m?secret", etag: "\"e\"", sequence: 7, fetched: noon, checked: noon
            ),
            manifestURL: "https://h/m", lastRun: run, games: [game], untracked: ["folder"], notices: ["n"])
        let digest = String(repeating: "ab", count: 32)
        let time = "2026-01-02T03:04:05Z"
        #expect(
            StatusJSON.object(report).serialized
                == #"{"schema":1,"generated":"\#(time)","#
                + #""agent":{"version":"0.1.0","running":true,"pid":7,"next_run":null,"verb":"sync"},"#
                + #""manifest":{"url":"https://h/m","sequence":7,"fetched":"\#(time)","checked":"\#(time)","#
                + #""expires":null,"etag":"\"e\"","signature":"unsigned","error":null},"#
                + #""last_run":{"id":12,"started":"\#(time)","finished":"2026-01-02T03:04:07Z","result":"success","#
                + #""exit":0,"installed":1,"updated":0,"deleted":0,"failed":0,"bytes_downloaded":123,"#
                + #""bytes_saved":0,"error":null},"#
                + #""games":[{"id":"snake","state":"downloading","installed":"1.0","wanted":"1.1","bytes":9,"files":2,"#
                + #""installed_at":"\#(time)","sha256":"\#(digest)","versions":["1.0"],"#
                + #""progress":{"done":1,"total":2,"phase":"download"},"#
                + #""error":{"step":"download","message":"the server answered 503","since":"\#(time)","attempts":2,"#
                + #""code":"test.download","retry_at":null},"next":"retry at …","verified":true}],"#
                + #""untracked":["folder"],"notices":["n"]}"#)
    }

    @Test("before the first run the unknown is null")
    func empty() {
        let report = StatusReport(
            generated: noon, agent: .init(version: "0.1.0", running: false), manifestURL: "https://h/m")
        #expect(
            StatusJSON.object(report).serialized
                == #"{"schema":1,"generated":"2026-01-02T03:04:05Z","agent":{"version":"0.1.0","running":false,"#
                + #""pid":null,"next_run":null,"verb":null},"manifest":{"url":"https://h/m","sequence":null,"#
                + #""fetched":null,"checked":null,"expires":null,"etag":null,"signature":null,"error":null},"#
                + #""last_run":null,"games":[],"untracked":[],"notices":[]}"#)
    }
}
