import Glibc
import SyncCore
import SyncPlatform
import TestSupport
import Testing

@testable import SyncTransfer

@Suite("Fetch") struct FetchTests {
    static let text = #"{"games": []}"#
    static let manifest = LoopbackServer.Resource(
        Array(text.utf8), etag: "W/\"m1\"", contentType: "application/json")

    @Test("a document comes with its validators, its type and where it came from after redirects")
    func whole() async throws {
        try await Harness.run(Self.manifest) { harness in
            harness.server.put("/deep/manifest.json", Self.manifest)
            harness.server.always("/manifest.json", .redirect(302, to: "/deep/manifest.json?key=SECRET"))
            let document = try await harness.fetch("/manifest.json")
            guard case .body(let body) = document else {
                Issue.record("\(document)")
                return
            }
            #expect(String(decoding: body.bytes, as: UTF8.self) == Self.text)
            #expect(body.etag == "W/\"m1\"")
            #expect(body.lastModified == "Tue, 01 Jul 2025 10:00:00 GMT")
            #expect(body.contentType == "application/json")
            #expect(body.status == 200)
            #expect(body.finalURL.absolute == harness.server.base + "/deep/manifest.json?key=SECRET")
            #expect(body.wireBytes > 200 && body.wireBytes < 1_000)
        }
    }

    @Test(
        "a document of the very second in which it was sent is asked for as a whole again: it may change once more in it"
    )
    func sameSecond() async throws {
        var young = Self.manifest
        young.etag = nil
        // The server's clock stands at this moment.
        young.lastModified = "Wed, 02 Jul 2025 10:00:00 GMT"
        try await Harness.run(young) { harness in
            harness.server.put("/manifest.json", young)
            guard case .body(let body) = try await harness.fetch("/manifest.json") else {
                Issue.record("no body")
                return
            }
            #expect(body.lastModified == nil)
        }
    }

    @Test("an unchanged document costs no body; the tag is asked for rather than the date")
    func notModified() async throws {
        try await Harness.run(Self.manifest) { harness in
            for (tag, date) in [("W/\"m1\"", "x"), (nil, "Tue, 01 Jul 2025 10:00:00 GMT")] as [(String?, String)] {
                let document = try await harness.loop.fetch(
                    harness.url(), ifNoneMatch: tag, ifModifiedSince: date, limit: 1_000)
                guard case .notModified = document else {
                    Issue.record("\(document)")
                    return
                }
            }
            #expect(harness.server.requests.map { $0.fields["if-none-match"] } == ["W/\"m1\"", nil])
            #expect(
                harness.server.requests.map { $0.fields["if-modified-since"] }
                    == [nil, "Tue, 01 Jul 2025 10:00:00 GMT"])
            let changed = try await harness.loop.fetch(
                harness.url(), ifNoneMatch: "\"m0\"", ifModifiedSince: nil, limit: 1_000)
            guard case .body = changed else {
                Issue.record("\(changed)")
                return
            }
        }
    }

    @Test("304 to a request without conditions is an error, and one without a body is not taken for an empty document")
    func strange304() async throws {
        try await Harness.run(Self.manifest) { harness in
            harness.server.always(Harness.path, .status(304))
            await #expect(throws: TransferError.status(304, url: "\(harness.server.base)/game.zip")) {
                try await harness.fetch(Harness.path)
            }
        }
    }

    @Test(
        "the limit holds while reading, and before it where the length is told",
        arguments: [[], [.chunked()], [.noLength]] as [[LoopbackFault]])
    func limit(_ faults: [LoopbackFault]) async throws {
        try await Harness.run(.init([UInt8](repeating: 0x20, count: 1_000_000))) { harness in
            harness.server.script(Harness.path, faults)
            let error = await #expect(throws: TransferError.self) {
                try await harness.loop.fetch(harness.url(), ifNoneMatch: nil, ifModifiedSince: nil, limit: 999_999)
            }
            #expect(error == .tooLarge(limit: 999_999, promised: faults.isEmpty ? 1_000_000 : nil))
            let document = try await harness.loop.fetch(
                harness.url(), ifNoneMatch: nil, ifModifiedSince: nil, limit: 1_000_000)
            guard case .body(let body) = document else { return }
            #expect(body.bytes.count == 1_000_000)
        }
    }

    @Test("a document is tried again like an archive, and each try is whole")
    func retries() async throws {
        try await Harness.run(Self.manifest) { harness in
            harness.server.script(Harness.path, [.status(500)], [.cut(after: 5)], [.chunked(cutAfter: 3)])
            guard case .body(let body) = try await harness.fetch(Harness.path) else { return }
            #expect(String(decoding: body.bytes, as: UTF8.self) == Self.text)
            #expect(harness.server.requests.count == 4)
            #expect(body.wireBytes > 4 * 60)
        }
    }

    @Test("a page in place of the document is handed over with its type; whoever reads it has to judge")
    func page() async throws {
        try await Harness.run(Self.manifest) { harness in
            harness.server.always(Harness.path, .page("<html>login</html>"))
            guard case .body(let body) = try await harness.fetch(Harness.path) else { return }
            #expect(body.contentType == "text/html; charset=utf-8")
            #expect(body.etag == nil && body.lastModified == nil)
        }
    }

    @Test("what cannot be a validator is not sent as one")
    func brokenValidators() async throws {
        try await Harness.run(Self.manifest) { harness in
            for (tag, date) in [("\"a\r\nX: y\"", "Tue\r\nX: y"), ("", ""), ("abc", "yesterday?")] {
                _ = try await harness.loop.fetch(harness.url(), ifNoneMatch: tag, ifModifiedSince: date, limit: 1_000)
            }
            for request in harness.server.requests {
                #expect(request.fields["if-none-match"] == nil && request.fields["if-modified-since"] == nil)
                #expect(request.fields["x"] == nil)
            }
        }
    }

    @Test("fields of the configuration are sent, an empty one too; one that would split the request is refused")
    func headers() async throws {
        var settings = Harness.settings
        settings.userAgent = "assetsync/1.0"
        settings.headers = [("X-Channel", "beta"), ("X-Empty", "")]
        try await Harness.run(Self.manifest, settings: settings) { harness in
            _ = try await harness.fetch(Harness.path)
            let fields = try #require(harness.server.requests.first?.fields)
            #expect(fields["user-agent"] == "assetsync/1.0")
            #expect(fields["x-channel"] == "beta" && fields["x-empty"] == "")
        }
        settings.headers = [("X", "a\r\nEvil: b")]
        #expect(throws: TransferError.setting("headers", problem: "`X` is not a header field")) {
            _ = try TransferLoop(settings, logger: .silent)
        }
    }

    @Test("a token or an access key that would split the request is refused", arguments: ["a\nEvil: b", "a b", "a\r"])
    func tokens(_ secret: String) {
        var settings = Harness.settings
        settings.bearerToken = secret
        let token = #expect(throws: TransferError.self) { try TransferLoop(settings, logger: .silent) }
        #expect(token?.summary.contains("`bearer_token_file`") == true && token?.summary.contains("Evil") == false)
        settings.bearerToken = nil
        settings.s3 = S3Settings(accessKey: secret, secretKey: "key")
        let key = #expect(throws: TransferError.self) { try TransferLoop(settings, logger: .silent) }
        #expect(key?.summary.contains("`s3.access_key_file`") == true)
    }

    @Test("through a proxy the whole address is asked for, and its refusal is named as the proxy's")
    func proxy() async throws {
        try await LoopbackServer.serving(["/game.zip": Self.manifest]) { proxy in
            var settings = Harness.settings
            settings.proxy = "http://proxyuser:SECRET@127.0.0.1:\(proxy.port)"
            try await Harness.run(settings: settings) { harness in
                let url = try SafeURL("http://games.invalid/game.zip")
                let document = try await harness.loop.fetch(url, ifNoneMatch: nil, ifModifiedSince: nil, limit: 1_000)
                guard case .body = document else { return }
                #expect(proxy.requests.first?.fields["host"] == "games.invalid")
                #expect(proxy.requests.first?.fields["proxy-authorization"] == "Basic cHJveHl1c2VyOlNFQ1JFVA==")

                proxy.always("/game.zip", .status(407, fields: ["Proxy-Authenticate": "Basic realm=\"x\""]))
                let failure = try await harness.failure(elsewhere(url.absolute, harness))
                #expect(failure == .proxy(status: 407))
                #expect(failure.summary.contains("proxy") && failure.summary.contains("407"))
                #expect(proxy.requests.count == 2)

                // A tunnel for https is asked for and refused: also the proxy's word.
                proxy.always("games.invalid:443", .status(407))
                let tunnel = try await harness.failure(elsewhere("https://games.invalid/game.zip", harness))
                #expect(tunnel == .proxy(status: 407))
            }
        }
    }
}

extension Harness {
    func fetch(_ path: String) async throws -> Document {
        try await loop.fetch(url(path), ifNoneMatch: nil, ifModifiedSince: nil, limit: 1_000)
    }
}
