import Glibc
import SyncCore
import SyncPlatform
import TestSupport
import Testing

@testable import SyncTransfer

@Suite("Network") struct NetworkTests {
    private static let hasIPv6 = access("/proc/net/if_inet6", R_OK) == 0

    private func serving(
        _ options: Nginx.Options, _ settings: TransferSettings, _ body: (Nginx, TransferLoop) async throws -> Void
    ) async throws {
        try await withScratch { root in
            try writeFile("game.zip", Sample.first.bytes, in: root)
            try await Nginx.serving(root, options) { nginx in
                let loop = try TransferLoop(settings, logger: .silent)
                defer { loop.stop() }
                try await body(nginx, loop)
            }
        }
    }

    private func fetch(_ loop: TransferLoop, _ text: String) async throws -> [UInt8] {
        let document = try await loop.fetch(SafeURL(text), ifNoneMatch: nil, ifModifiedSince: nil, limit: 1 << 20)
        guard case .body(let body) = document else { return [] }
        return body.bytes
    }

    @Test("an IPv6 address is an address", .enabled(if: hasIPv6, "this machine has no IPv6"))
    func ipv6() async throws {
        var options = Nginx.Options()
        options.ipv6 = true
        try await serving(options, Harness.settings) { nginx, loop in
            let bytes = try await fetch(loop, "http://[::1]:\(nginx.httpPort)/game.zip")
            #expect(bytes == Sample.first.bytes)
        }
    }

    @Test("a forward proxy is used for http and, as a tunnel, for https; without its password it is named")
    func forwardProxy() async throws {
        try await withScratch { folder in
            let certificates = try await TestCertificates(in: folder)
            var options = Nginx.Options()
            options.certificate = try await certificates.server("server")
            try await Tinyproxy.serving { proxy in
                var settings = Harness.settings
                settings.retries = 0
                settings.caFile = certificates.authority
                let user = "\(Tinyproxy.user):\(Tinyproxy.password)"
                settings.proxy = "http://\(user)@127.0.0.1:\(proxy.port)"
                try await serving(options, settings) { nginx, loop in
                    let plain = try await fetch(loop, "http://127.0.0.1:\(nginx.httpPort)/game.zip")
                    let secure = try await fetch(loop, "https://127.0.0.1:\(nginx.httpsPort)/game.zip")
                    #expect(plain == Sample.first.bytes && secure == Sample.first.bytes)
                }
                settings.proxy = "http://127.0.0.1:\(proxy.port)"
                try await serving(options, settings) { nginx, loop in
                    for address in [
                        "http://127.0.0.1:\(nginx.httpPort)/game.zip", "https://127.0.0.1:\(nginx.httpsPort)/game.zip",
                    ] {
                        let error = await #expect(throws: TransferError.self) { try await fetch(loop, address) }
                        #expect(error == .proxy(status: 407))
                    }
                    let asked = try nginx.requests
                    #expect(asked.isEmpty)
                }
            }
        }
    }

    @Test("no more transfers run at once with one host than the settings allow, and another host need not wait")
    func perHost() async throws {
        var settings = Harness.settings
        settings.perHost = 1
        settings.parallel = 4
        try await LoopbackServer.serving([Harness.path: .init(Sample.first.bytes)]) { other in
            try await Harness.run(settings: settings) { harness in
                // The first host never ends until the other one's archives are here.
                harness.server.script(Harness.path, [.silence])
                let stuck = Task { try await harness.download(harness.request(game: "stuck")) }
                try await eventually { harness.server.requests.count == 1 }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<3 {
                        let request = try harness.request(
                            at: SafeURL(other.base + Harness.path), mirrors: [], game: "game\(number)")
                        group.addTask { _ = try await harness.download(request) }
                    }
                    try await group.waitForAll()
                }
                #expect(Set(other.requests.map(\.connection)) == [1])
                #expect(harness.server.requests.count == 1)
                stuck.cancel()
                _ = await stuck.result
            }
        }
    }
}
