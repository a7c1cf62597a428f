import SyncCore
import SyncPlatform
import TestSupport
import Testing

@testable import SyncTransfer

@Suite("Mirrors") struct MirrorTests {
    @Test(
        "whatever is wrong with the first address, the next one gives the archive",
        arguments: [
            [.status(404)], [.status(403)], [.status(410)], [.status(500)], [.noReply], [.silence],
            [.page("<html>login</html>")], [.bytes(Sample.second.bytes)], [.bytes([])], [.garbage("SSH-2.0\r\n")],
            [.status(503, fields: ["Retry-After": "3600"])], [.redirect(302, to: "ftp://example.invalid/")],
            [.field("Content-Encoding", "gzip")],
        ] as [[LoopbackFault]])
    func failsOver(_ faults: [LoopbackFault]) async throws {
        var settings = Harness.settings
        settings.retries = 1
        settings.stallTimeout = .seconds(3)
        try await Harness.run(settings: settings) { harness in
            try await harness.withMirror { mirror in
                // Whatever a test says, it says it to every request.
                harness.server.always(Harness.path, faults)
                let request = try harness.request(mirrors: [mirror])
                let download = try await harness.download(request)
                #expect(download.name == request.partial.file)
                #expect(try harness.bytes(download.name) == Sample.first.bytes)
                #expect(mirror.requests.count == 1)
                #expect(download.downloadedBytes > 100_000)
            }
        }
    }

    @Test("nobody listening and no such host are failed over from, too, and are then asked last")
    func deadHosts() async throws {
        var settings = Harness.settings
        settings.retries = 2
        let events = Collected<String>()
        let logger = Logger(level: .info) { _, event, fields in
            events.add(event + fields.map { " \($0.key)=\($0.value)" }.joined())
        }
        try await Harness.run(settings: settings, logger: logger) { harness in
            let closed = try ClosedPort()
            defer { closed.release() }
            let dead = try SafeURL("\(closed.base)/game.zip")
            let good = try harness.url()
            for number in 0..<20 {
                _ = try await harness.download(harness.request(at: dead, mirrors: [good], game: "game\(number)"))
            }
            let all = events.all
            #expect(all.count { $0.hasPrefix("transfer.mirror ") && $0.contains("connection refused") } == 1)
            // Three attempts in all, not three for each archive.
            #expect(all.count { $0.hasPrefix("transfer.retry") } == 2)
            #expect(harness.server.requests.count == 20)

            let unknown = try SafeURL("http://no-such-host.invalid/game.zip")
            _ = try await harness.download(harness.request(at: unknown, mirrors: [good], game: "other"))
        }
    }

    @Test("a host that is in trouble is still asked when nothing else is left, and first again when it works")
    func comesBack() async throws {
        var settings = Harness.settings
        settings.retries = 0
        try await Harness.run(settings: settings) { harness in
            try await harness.withMirror { mirror in
                harness.server.script(Harness.path, [.status(500)])
                _ = try await harness.download(harness.request(mirrors: [mirror], game: "a"))
                _ = try await harness.download(harness.request(mirrors: [mirror], game: "b"))
                #expect(harness.server.requests.count == 1)
                mirror.script(Harness.path, [.status(404)])
                _ = try await harness.download(harness.request(mirrors: [mirror], game: "c"))
                #expect(harness.server.requests.count == 2)
                _ = try await harness.download(harness.request(mirrors: [mirror], game: "d"))
                #expect(harness.server.requests.count == 3 && mirror.requests.count == 3)
            }
        }
    }

    @Test(
        "a missing or wrong file is no reason to ask the host last for the others",
        arguments: [[.status(404)], [.bytes(Sample.second.bytes)]] as [[LoopbackFault]])
    func oneFileOnly(_ faults: [LoopbackFault]) async throws {
        try await Harness.run { harness in
            try await harness.withMirror { mirror in
                harness.server.script(Harness.path, faults, faults, faults)
                _ = try await harness.download(harness.request(mirrors: [mirror], game: "a"))
                let before = harness.server.requests.count
                #expect(mirror.requests.count == 1)
                harness.server.reset()
                _ = try await harness.download(harness.request(mirrors: [mirror], game: "b"))
                #expect(before >= 1 && harness.server.requests.count == 1)
                #expect(mirror.requests.count == 1)
            }
        }
    }

    @Test("a mirror goes on with what the first server sent where a digest decides, whatever its tag")
    func goesOn() async throws {
        var settings = Harness.settings
        settings.retries = 0
        try await Harness.run(settings: settings) { harness in
            try await harness.withMirror(etag: "\"other\"") { mirror in
                // Progress begins the count anew, so only the attempt after it is the last.
                harness.server.script(Harness.path, [.cut(after: 60_000)], [.status(404)])
                let download = try await harness.download(harness.request(mirrors: [mirror]))
                #expect(try harness.bytes(download.name) == Sample.first.bytes)
                #expect(mirror.requests.map(\.range) == ["bytes=60000-"])
                #expect(mirror.requests.map(\.ifRange) == [nil])
                #expect(download.downloadedBytes < 102_000)
            }
        }
    }

    @Test("two servers with other bytes of one size are found out by the digest; the mirror's are fetched whole")
    func mixture() async throws {
        var settings = Harness.settings
        settings.retries = 0
        try await Harness.run(.init(Sample.second.bytes), settings: settings) { harness in
            try await harness.withMirror(etag: "\"other\"") { mirror in
                harness.server.script(Harness.path, [.cut(after: 60_000)], [.status(404)])
                let download = try await harness.download(harness.request(mirrors: [mirror]))
                #expect(try harness.bytes(download.name) == Sample.first.bytes)
                #expect(mirror.requests.map(\.range) == ["bytes=60000-", nil])
            }
        }
    }

    @Test("without a digest the mirror's own validator decides: another tag means from the beginning")
    func unprotected() async throws {
        for (tag, ranges) in [("\"other\"", 200), ("\"v1\"", 206)] {
            try await Harness.run { harness in
                try await harness.withMirror(etag: tag, bytes: tag == "\"v1\"" ? Sample.first : Sample.second) {
                    mirror in
                    harness.server.script(Harness.path, [.cut(after: 60_000)], [.status(404)])
                    let download = try await harness.download(harness.request(md5: nil, mirrors: [mirror]))
                    let expected = ranges == 206 ? Sample.first.bytes : Sample.second.bytes
                    #expect(try harness.bytes(download.name) == expected)
                    #expect(mirror.requests.map(\.ifRange) == ["\"v1\""])
                    #expect((download.downloadedBytes < 110_000) == (ranges == 206))
                }
            }
        }
    }

    @Test("what a mirror left is gone on with by a later call, from whichever address")
    func laterCall() async throws {
        var settings = Harness.settings
        settings.retries = 0
        try await Harness.run(settings: settings) { harness in
            try await harness.withMirror(etag: "\"other\"") { mirror in
                harness.server.always(Harness.path, .status(404))
                mirror.script(Harness.path, [.cut(after: 50_000)], [.status(404)])
                let request = try harness.request(mirrors: [mirror])
                try await harness.expect(code: "transfer.status.404", of: request)
                #expect(try harness.folder.status(request.partial.file)?.size == 50_000)
                harness.server.reset()
                let download = try await harness.download(request)
                #expect(try harness.bytes(download.name) == Sample.first.bytes)
                #expect(harness.ranges == ["bytes=50000-"])
            }
        }
    }

    @Test("when all fail the most telling failure is named, with how many were tried")
    func allFail() async throws {
        var settings = Harness.settings
        settings.retries = 0
        try await Harness.run(settings: settings) { harness in
            let closed = try ClosedPort()
            defer { closed.release() }
            let dead = try SafeURL("\(closed.base)/game.zip")
            harness.server.always(Harness.path, .status(404))
            let missing = try await harness.failure(harness.request(at: dead, mirrors: [harness.url()]))
            #expect(missing.code == "transfer.status.404")
            #expect(
                missing.summary
                    == "the server answered HTTP 404 (not found) for `\(harness.server.base)/game.zip`; "
                    + "all 2 addresses were tried")
            // The dead host may come back and have it.
            #expect(missing.retry == .later)
            #expect(missing.hint?.contains("missing file") == true)

            let both = try await harness.failure(
                harness.request(mirrors: [harness.url("/other.zip"), harness.url()]))
            #expect(both.retry == .never && both.summary.contains("all 2 addresses"))

            harness.server.always(Harness.path, .bytes(Sample.second.bytes))
            let wrong = try await harness.failure(harness.request(at: dead, mirrors: [harness.url()]))
            #expect(wrong.code == "transfer.digest")
            #expect(try harness.names == [])
        }
    }

    @Test("a full disk, a cancelled task and a spent allowance are no reason to ask elsewhere")
    func notElsewhere() {
        for failure: TransferError in [
            .cancelled, .disk(.system(call: "write", path: "x", errno: 28)), .overAllowance(needed: 2, left: 1),
            .setting("x", problem: "y"), .proxyNotFound, .proxy(status: 407),
        ] { #expect(!failure.mayDoBetterElsewhere) }
    }

    @Test("credentials go to the configured host alone and never to a mirror")
    func credentials() async throws {
        try await Harness.run { first in
            var settings = Harness.settings
            settings.bearerToken = "SECRET"
            settings.headers = [("X-Key", "SECRET")]
            settings.credentialScope = try first.url("/manifest.json")
            let loop = try TransferLoop(settings, logger: .silent)
            defer { loop.stop() }
            try await first.withMirror { mirror in
                first.server.always(Harness.path, .status(404))
                _ = try await loop.download(first.request(mirrors: [mirror])) { _ in }
                #expect(first.server.requests.first?.fields["authorization"] == "Bearer SECRET")
                let fields = try #require(mirror.requests.first?.fields)
                #expect(fields["authorization"] == nil && fields["x-key"] == nil)
            }
        }
    }

    @Test("a copy on this machine and one on a server stand in for each other")
    func localFile() async throws {
        try await Harness.run { harness in
            try writeFile("here.zip", Sample.first.bytes, in: harness.folder)
            let here = try SafeURL("file://\(harness.folder.path)/here.zip")
            let gone = try SafeURL("file://\(harness.folder.path)/gone.zip")
            harness.server.script(Harness.path, [.cut(after: 60_000)], [.status(404)])
            for addresses in [[try harness.url(), here], [gone, try harness.url()]] {
                let download = try await harness.download(
                    harness.request(at: addresses[0], mirrors: [addresses[1]]))
                #expect(try harness.bytes(download.name) == Sample.first.bytes)
            }
        }
    }
}

extension Harness {
    func withMirror(
        etag: String? = "\"v1\"", bytes: Sample = .first, _ body: (LoopbackServer) async throws -> Void
    ) async throws {
        try await LoopbackServer.serving([Self.path: .init(bytes.bytes, etag: etag)], body)
    }

    func request(
        md5: Digest? = Sample.first.md5, mirrors: [LoopbackServer], game: String = "snake"
    ) throws -> DownloadRequest {
        try request(at: url(), md5: md5, mirrors: mirrors.map { try SafeURL($0.base + Self.path) }, game: game)
    }

    func request(mirrors: [SafeURL]) throws -> DownloadRequest { try request(at: url(), mirrors: mirrors) }

    func request(
        at url: SafeURL, md5: Digest? = Sample.first.md5, mirrors: [SafeURL], game: String = "snake"
    ) throws -> DownloadRequest {
        DownloadRequest(
            url: url, mirrors: mirrors,
            partial: PartialName(game: try GameID(game), version: try Version("1"), url: url, md5: md5, sha256: nil),
            directory: folder, size: nil, md5: md5, sha256: nil, limit: 1 << 30)
    }
}
