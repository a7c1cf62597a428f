import SyncCore
import SyncPlatform
import TestSupport
import Testing

@testable import SyncTransfer

@Suite("Credentials") struct CredentialTests {
    /// A server that plays a proxy, so that hosts beyond loopback can be asked without a network.
    private func behindProxy(
        _ change: (inout TransferSettings) -> Void, _ body: (LoopbackServer, TransferLoop) async throws -> Void
    ) async throws {
        try await LoopbackServer.serving(["/game.zip": .init(Sample.first.bytes)]) { proxy in
            var settings = Harness.settings
            settings.proxy = "http://127.0.0.1:\(proxy.port)"
            change(&settings)
            let loop = try TransferLoop(settings, logger: .silent)
            defer { loop.stop() }
            try await body(proxy, loop)
        }
    }

    private func fetch(_ loop: TransferLoop, _ text: String = "http://games.invalid/game.zip") async throws {
        _ = try await loop.fetch(SafeURL(text), ifNoneMatch: nil, ifModifiedSince: nil, limit: 1 << 20)
    }

    @Test("nothing secret crosses a network in plain http, and a refusal says why and what to set")
    func withheld() async throws {
        for change: @Sendable (inout TransferSettings) -> Void in [
            {
                $0.username = "user"; $0.password = "SECRET"
            }, { $0.bearerToken = "SECRET" },
            { $0.headers = [("X-Key", "SECRET")] },
        ] {
            try await behindProxy(change) { proxy, loop in
                try await fetch(loop)
                let fields = try #require(proxy.requests.first?.fields)
                #expect(fields["authorization"] == nil && fields["x-key"] == nil)
                for status in [401, 403] {
                    proxy.always("/game.zip", .status(status))
                    let error = await #expect(throws: TransferError.self) { try await fetch(loop) }
                    #expect(error == .credentialsWithheld(status: status, url: "http://games.invalid/game.zip"))
                    #expect(error?.code == "transfer.status.\(status)" && error?.retry == .never)
                    #expect(error?.hint?.contains("transfer.credentials_over_http") == true)
                }
            }
        }
    }

    @Test("when the configuration says so by name they are sent")
    func allowed() async throws {
        try await behindProxy({
            $0.credentialsOverHTTP = true
            $0.bearerToken = "SECRET"
        }) { proxy, loop in
            try await fetch(loop)
            #expect(proxy.requests.first?.fields["authorization"] == "Bearer SECRET")
            proxy.always("/game.zip", .status(401))
            let error = await #expect(throws: TransferError.self) { try await fetch(loop) }
            #expect(error == .status(401, url: "http://games.invalid/game.zip"))
        }
    }

    @Test("`~/.netrc` serves its host alone, and plain http only where it is allowed")
    func netrc() async throws {
        try await withScratch { folder in
            try writeFile(
                "netrc", Array("machine 127.0.0.1 login user password SECRET\n".utf8), in: folder)
            var settings = Harness.settings
            settings.netrc = true
            settings.netrcFile = "\(folder.path)/netrc"
            try await Harness.run(settings: settings) { harness in
                _ = try await harness.download(harness.request())
                let port = harness.server.port
                _ = try await harness.download(elsewhere("http://localhost:\(port)/game.zip", harness))
                let sent = harness.server.requests.map { $0.fields["authorization"] }
                #expect(sent == ["Basic dXNlcjpTRUNSRVQ=", nil])
            }
            try writeFile(
                "netrc", Array("machine games.invalid login user password SECRET\n".utf8), in: folder)
            for isAllowed in [false, true] {
                try await behindProxy({
                    $0.netrc = true
                    $0.netrcFile = "\(folder.path)/netrc"
                    $0.credentialsOverHTTP = isAllowed
                }) { proxy, loop in
                    try await fetch(loop)
                    let sent = proxy.requests.first?.fields["authorization"]
                    #expect(sent == (isAllowed ? "Basic dXNlcjpTRUNSRVQ=" : nil))
                }
            }
        }
    }
}
