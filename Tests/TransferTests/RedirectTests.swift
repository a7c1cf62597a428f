import SyncCore
import TestSupport
import Testing

@testable import SyncTransfer

@Suite("Redirect") struct RedirectTests {
    @Test(
        "redirects are followed, with the range, and each attempt begins at the original address",
        arguments: [301, 302, 303, 307, 308])
    func follows(_ status: Int) async throws {
        try await Harness.run { harness in
            harness.server.put("/real.zip", .init(Sample.first.bytes))
            harness.server.always(Harness.path, .redirect(status, to: "real.zip?signature=1"))
            harness.server.script("/real.zip", [.cut(after: 30_000)])
            let download = try await harness.download(harness.request())
            #expect(try harness.bytes(download.name) == Sample.first.bytes)
            #expect(harness.server.requests.map(\.path) == ["/game.zip", "/real.zip", "/game.zip", "/real.zip"])
            #expect(harness.ranges == [nil, nil, "bytes=30000-", "bytes=30000-"])
            #expect(harness.server.requests.last?.query == "signature=1")
        }
    }

    @Test("ten in a row are followed, eleven are too many")
    func limit() async throws {
        try await Harness.run { harness in
            for number in 0..<12 {
                harness.server.always("/\(number)", .redirect(302, to: "/\(number + 1)"))
            }
            harness.server.put("/12", .init(Sample.first.bytes))
            _ = try await harness.download(harness.request("/2"))
            #expect(harness.server.requests.count == 11)
            harness.server.always("/loop", .redirect(302, to: "/loop"))
            for path in ["/1", "/loop"] {
                try await harness.expect(.tooManyRedirects(limit: 10), of: harness.request(path, game: "pong"))
            }
        }
    }

    @Test(
        "a redirect to anything but http and https is refused",
        arguments: ["file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1/x", "s3://bucket/x"])
    func schemes(_ target: String) async throws {
        try await Harness.run { harness in
            harness.server.always(Harness.path, .redirect(302, to: target))
            let scheme = String(target.prefix { $0 != ":" })
            try await harness.expect(.redirectScheme(scheme), of: harness.request())
            #expect(try harness.names == [])
        }
    }

    @Test("a redirect without an address is a status like others")
    func noLocation() async throws {
        try await Harness.run { harness in
            harness.server.always(Harness.path, .status(302))
            try await harness.expect(code: "transfer.status.302", of: harness.request())
        }
    }

    @Test("https never leads to plain http, not even later in a chain")
    func downgrade() throws {
        var chain = Redirect(from: try SafeURL("http://a.example/x"))
        var head = ReplyHead(status: 302)
        head.location = "https://b.example/y?token=SECRET"
        try chain.follow(head, allowHTTP: true)
        head.location = "http://c.example/z?token=SECRET"
        #expect(throws: TransferError.redirectDowngrade(to: "http://c.example/z?…")) {
            try chain.follow(head, allowHTTP: true)
        }
    }

    @Test("a relative address resolves against where the last redirect led")
    func relative() throws {
        var chain = Redirect(from: try SafeURL("https://a.example/one/two"))
        for (location, expected) in [
            ("../three?q=1", "https://a.example/three?q=1"), ("//b.example/x#part", "https://b.example/x"),
            ("y z", "https://b.example/y%20z"),
        ] {
            var head = ReplyHead(status: 301)
            head.location = location
            try chain.follow(head, allowHTTP: true)
            #expect(chain.url.absolute == expected)
        }
    }

    @Test("credentials, tokens and extra fields stay with the host and port that was asked")
    func credentials() async throws {
        var settings = Harness.settings
        settings.username = "user"
        settings.password = "SECRET"
        settings.headers = [("X-Api-Key", "SECRET"), ("Cookie", "SECRET")]
        try await Harness.run(settings: settings) { harness in
            for address in ["127.0.0.1", "127.0.0.2"] {
                try await LoopbackServer.serving(["/real.zip": .init(Sample.first.bytes)], address: address) { other in
                    harness.server.reset()
                    harness.server.always(Harness.path, .redirect(302, to: "/hop"))
                    harness.server.always("/hop", .redirect(302, to: other.base + "/real.zip"))
                    _ = try await harness.download(harness.request(game: address))
                    for request in harness.server.requests {
                        #expect(request.fields["authorization"] == "Basic dXNlcjpTRUNSRVQ=")
                        #expect(request.fields["x-api-key"] == "SECRET")
                    }
                    let there = try #require(other.requests.first)
                    #expect(there.fields["authorization"] == nil && there.fields["x-api-key"] == nil)
                    #expect(there.fields["cookie"] == nil)
                }
            }
        }
    }

    @Test("a bearer token and credentials in the address stay, too")
    func otherCredentials() async throws {
        var settings = Harness.settings
        settings.bearerToken = "SECRET"
        try await LoopbackServer.serving(["/real.zip": .init(Sample.first.bytes)]) { other in
            try await Harness.run(settings: settings) { harness in
                harness.server.always(Harness.path, .redirect(302, to: other.base + "/real.zip"))
                _ = try await harness.download(harness.request())
                #expect(harness.server.requests.first?.fields["authorization"] == "Bearer SECRET")
            }
            try await Harness.run { harness in
                harness.server.always(Harness.path, .redirect(302, to: other.base + "/real.zip"))
                let url = "http://user:SECRET@127.0.0.1:\(harness.server.port)/game.zip"
                _ = try await harness.download(elsewhere(url, harness))
                #expect(harness.server.requests.first?.fields["authorization"] == "Basic dXNlcjpTRUNSRVQ=")
            }
            #expect(other.requests.count == 2)
            #expect(other.requests.allSatisfy { $0.fields["authorization"] == nil })
        }
    }

    @Test("with a scope, another host gets nothing even when the manifest names it")
    func scope() async throws {
        try await LoopbackServer.serving(["/game.zip": .init(Sample.first.bytes)]) { other in
            var settings = Harness.settings
            settings.username = "user"
            settings.password = "SECRET"
            settings.credentialScope = try SafeURL(other.base + "/manifest.json")
            try await Harness.run(settings: settings) { harness in
                _ = try await harness.download(harness.request())
                _ = try await harness.download(elsewhere(other.base + "/game.zip", harness))
                #expect(harness.server.requests.first?.fields["authorization"] == nil)
                #expect(other.requests.first?.fields["authorization"] == "Basic dXNlcjpTRUNSRVQ=")
            }
        }
    }

    @Test("who may see secrets: the asked origin in scope, and plain http only where the operator wrote it")
    func trust() throws {
        func origin(_ text: String) throws -> Origin { try Origin(SafeURL(text)) }
        let plain = try origin("http://a.example/x")
        let secure = try origin("https://a.example/x")
        #expect(try origin("https://A.example.:443/y") == secure)
        #expect(plain != secure)
        #expect(Ask.Trust(origin: plain, asked: plain, scope: nil, overHTTP: true, isProxied: false).isInScope)
        let withheld = Ask.Trust(origin: plain, asked: plain, scope: nil, overHTTP: false, isProxied: false)
        #expect(!withheld.isInScope && !withheld.mayUseNetrc && withheld.isWithheld)
        for here in [
            "http://127.0.0.1:8/", "http://127.9.9.9/", "http://0x7f.1/", "http://[::1]/", "http://LOCALHOST./",
        ] {
            let here = try origin(here)
            #expect(
                Ask.Trust(origin: here, asked: here, scope: nil, overHTTP: false, isProxied: false).isInScope, "\(here)"
            )
        }
        for there in ["http://127.0.0.1.example/", "http://localhost.example/", "http://128.0.0.1/", "http://[::2]/"] {
            let there = try origin(there)
            #expect(
                !Ask.Trust(origin: there, asked: there, scope: nil, overHTTP: false, isProxied: false).isInScope,
                "\(there)")
        }
        #expect(!Ask.Trust(origin: secure, asked: plain, scope: nil, overHTTP: true, isProxied: false).isInScope)
        #expect(!Ask.Trust(origin: plain, asked: plain, scope: secure, overHTTP: true, isProxied: false).isInScope)
        #expect(!Ask.Trust(origin: plain, asked: plain, scope: secure, overHTTP: true, isProxied: false).mayUseNetrc)
        #expect(Ask.Trust(origin: plain, asked: plain, scope: plain, overHTTP: true, isProxied: false).mayUseNetrc)
        #expect(
            try Ask.Trust(
                origin: secure, asked: secure, scope: origin("https://b.example/"), overHTTP: true, isProxied: false
            )
            .mayUseNetrc)
        #expect(
            try !Ask.Trust(
                origin: origin("https://b.example/"), asked: secure, scope: nil, overHTTP: true, isProxied: false
            ).mayUseNetrc)
    }
}
