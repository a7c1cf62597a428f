import SyncCore
import TestSupport
import Testing

@testable import SyncTransfer

@Suite("Proxies") struct ProxyTests {
    private func fetch(_ settings: TransferSettings, _ address: String) async throws {
        let loop = try TransferLoop(settings, logger: .silent)
        defer { loop.stop() }
        _ = try await loop.fetch(SafeURL(address), ifNoneMatch: nil, ifModifiedSince: nil, limit: 1 << 20)
    }

    @Test("loopback behind a proxy is another machine's: nothing secret goes there in plain http")
    func loopback() async throws {
        try await LoopbackServer.serving(["/game.zip": .init(Sample.first.bytes)]) { server in
            var settings = Harness.settings
            settings.bearerToken = "SECRET"
            try await fetch(settings, "\(server.base)/game.zip")
            settings.proxy = server.base
            // No address of this machine that `no_proxy` of whoever runs the tests may name.
            try await fetch(settings, "http://127.9.8.7:9/game.zip")
            #expect(server.requests.map { $0.fields["authorization"] } == ["Bearer SECRET", nil])
        }
    }

    @Test("a proxy that is not there is not taken for the server")
    func dead() async throws {
        let port = try ClosedPort()
        defer { port.release() }
        var settings = Harness.settings
        settings.retries = 0
        settings.proxy = port.base
        let error = await #expect(throws: TransferError.self) { try await fetch(settings, "http://games.invalid/a") }
        #expect(error?.summary == "cannot connect to `games.invalid`: the proxy cannot be reached: Connection refused")
        #expect(error?.hint?.contains("proxy") == true)
    }

    @Test(
        "`no_proxy` names hosts, and domains with all their hosts",
        arguments: [
            ("*", true), ("games.example", true), ("example", true), (".example", true), ("a, GAMES.example", true),
            ("", false), ("ames.example", false), ("other.example", false), (".", false),
        ])
    func exempt(_ list: String, _ isExempt: Bool) {
        #expect(ProxyUse.isExempt("games.example", from: list) == isExempt)
    }

    @Test("`no_proxy` names an IPv6 address without its brackets")
    func exemptAddress() {
        #expect(ProxyUse.isExempt("[::1]", from: "127.0.0.1,::1"))
        #expect(!ProxyUse.isExempt("[::1]", from: "127.0.0.1"))
    }
}
