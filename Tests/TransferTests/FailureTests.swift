import Glibc
import SyncCore
import SyncPlatform
import TestSupport
import Testing

@testable import SyncTransfer

@Suite("Failure") struct FailureTests {
    @Test(
        "a status that will not change is final: one request, nothing left",
        arguments: [400, 401, 403, 404, 405, 410, 451, 204, 300, 304])
    func final(_ status: Int) async throws {
        try await Harness.run { harness in
            harness.server.always(
                Harness.path, .status(status, body: status == 204 || status == 304 ? "" : "<h1>no</h1>"))
            let failure = try await harness.failure(harness.request())
            #expect(failure == .status(status, url: "\(harness.server.base)/game.zip"))
            #expect(failure.retry == .never)
            #expect(harness.server.requests.count == 1)
            #expect(try harness.names == [])
        }
    }

    @Test(
        "a status that may change is tried as often as the settings say",
        arguments: [408, 425, 429, 500, 502, 503, 504, 507])
    func transient(_ status: Int) async throws {
        var settings = Harness.settings
        settings.retries = 1
        try await Harness.run(settings: settings) { harness in
            harness.server.always(Harness.path, .status(status))
            let failure = try await harness.failure(harness.request())
            #expect(failure == .status(status, url: "\(harness.server.base)/game.zip"))
            #expect(failure.retry == .later)
            #expect(harness.server.requests.count == 2)
        }
    }

    @Test("a short `Retry-After` is waited for")
    func retryAfter() async throws {
        try await Harness.run { harness in
            harness.server.script(Harness.path, [.status(503, fields: ["Retry-After": "1"])])
            let start = ContinuousClock.now
            _ = try await harness.download(harness.request())
            #expect(ContinuousClock.now - start >= .seconds(1))
        }
    }

    @Test("a long `Retry-After` ends the attempt at once and says how long")
    func longRetryAfter() async throws {
        try await Harness.run { harness in
            harness.server.always(Harness.path, .status(503, fields: ["Retry-After": "301"]))
            try await harness.expect(.retryLater(after: .seconds(301), status: 503), of: harness.request())
            #expect(harness.server.requests.count == 1)
        }
    }

    @Test("a length that promises too much says by how much, and the whole is not taken for a part")
    func closedEarly() async throws {
        var settings = Harness.settings
        settings.retries = 1
        try await Harness.run(settings: settings) { harness in
            harness.server.always(Harness.path, .length(off: 100), .etag(nil), .lastModified(nil))
            let failure = try await harness.failure(harness.unprotected())
            #expect(failure == .closedEarly(missing: 100))
            #expect(failure.summary.contains("closed 100 bytes early"))
            #expect(try harness.names == [])
        }
    }

    @Test("a server that stalls is left after the stall limit, and what came is gone on with")
    func stall() async throws {
        var settings = Harness.settings
        settings.stallTimeout = .seconds(1)
        try await Harness.run(settings: settings) { harness in
            harness.server.script(Harness.path, [.stall(after: 30_000)], [.silence])
            let download = try await harness.download(harness.request())
            #expect(try harness.bytes(download.name) == Sample.first.bytes)
            #expect(harness.ranges == [nil, "bytes=30000-", "bytes=30000-"])
            harness.server.always(Harness.path, .silence)
            let failure = try await harness.failure(harness.request(game: "pong"))
            #expect(failure == .stalled(host: "127.0.0.1:\(harness.server.port)", after: .seconds(1)))
        }
    }

    @Test("a slow server that keeps sending is no stalled one")
    func slow() async throws {
        var settings = Harness.settings
        settings.stallTimeout = .milliseconds(300)
        settings.retries = 0
        try await Harness.run(settings: settings) { harness in
            harness.server.always(Harness.path, .slow(bytesPerSecond: 100_000))
            _ = try await harness.download(harness.request())
            #expect(harness.server.requests.count == 1)
        }
    }

    /// The whole body would take hours.
    @Test("the body of an error that drips is not waited for", .timeLimit(.minutes(5)))
    func drippingError() async throws {
        try await Harness.run { harness in
            harness.server.always(
                Harness.path, .status(404, body: String(repeating: "x", count: 1_000_000)), .slow(bytesPerSecond: 100))
            try await harness.expect(code: "transfer.status.404", of: harness.request())
        }
    }

    @Test("nobody listening, nobody answering, no such host: each says so and names the host")
    func connections() async throws {
        var settings = Harness.settings
        settings.retries = 1
        try await Harness.run(settings: settings) { harness in
            let closed = try ClosedPort()
            defer { closed.release() }
            let port = closed.port
            let refused = try await harness.failure(elsewhere("http://127.0.0.1:\(port)/x.zip", harness))
            #expect(refused == .connectionRefused(host: "127.0.0.1:\(port)"))
            #expect(refused.summary.contains("cannot connect") && refused.retry == .later)

            let unknown = try await harness.failure(elsewhere("http://no-such-host.invalid/x.zip", harness))
            #expect(unknown == .hostNotFound(host: "no-such-host.invalid"))

            harness.server.always(Harness.path, .noReply)
            let silent = try await harness.failure(harness.request())
            #expect(silent == .noReply(host: "127.0.0.1:\(harness.server.port)"))
            #expect(harness.server.requests.count >= 2)
        }
    }

    @Test(
        "what is no HTTP is called that", arguments: ["SSH-2.0-OpenSSH_9.2\r\n", "garbage\r\n\r\n", "\u{0}\u{1}\u{2}"])
    func garbage(_ text: String) async throws {
        var settings = Harness.settings
        settings.retries = 0
        try await Harness.run(settings: settings) { harness in
            harness.server.always(Harness.path, .garbage(text))
            let failure = try await harness.failure(harness.request())
            #expect(failure == .badReply(host: "127.0.0.1:\(harness.server.port)", reason: "not HTTP"))
        }
    }

    @Test("an address of another kind is not asked")
    func schemes() async throws {
        var settings = Harness.settings
        settings.allowHTTP = false
        try await Harness.run(settings: settings) { harness in
            try await harness.expect(code: "transfer.setting", of: elsewhere("s3://bucket/key.zip", harness))
            try await harness.expect(.plainHTTP(url: "\(harness.server.base)/game.zip"), of: harness.request())
            #expect(harness.server.requests.isEmpty)
        }
    }

    @Test("a failure shows no query, no user-info and no control characters")
    func secrets() async throws {
        try await Harness.run { harness in
            let url = "http://user:SECRET@127.0.0.1:\(harness.server.port)/gone%1B.zip?token=SECRET"
            let failure = try await harness.failure(elsewhere(url, harness))
            #expect(failure.code == "transfer.status.404")
            #expect(!failure.summary.contains("SECRET") && !failure.summary.contains("user"))
        }
    }

    @Test("a folder that cannot be written is told as a failure of the disk")
    func disk() async throws {
        try await Harness.run { harness in
            let request = try harness.request()
            // A folder that is gone takes no files, not even root's.
            let gone = try harness.folder.makeDirectory("gone")
            try harness.folder.removeTree("gone")
            let lost = DownloadRequest(
                url: request.url, partial: request.partial, directory: gone, size: nil, md5: nil, sha256: nil,
                limit: 1 << 20)
            let failure = try await harness.failure(lost)
            guard case .disk(let error) = failure else {
                Issue.record("\(failure)")
                return
            }
            #expect(error.errno == ENOENT)
        }
    }
}

/// A request for an address that is not the harness's server.
func elsewhere(_ text: String, _ harness: Harness) throws -> DownloadRequest {
    let url = try SafeURL(text)
    return DownloadRequest(
        url: url,
        partial: PartialName(game: try GameID("x"), version: try Version("1"), url: url, md5: nil, sha256: nil),
        directory: harness.folder, size: nil, md5: nil, sha256: nil, limit: 1 << 30)
}
