import Glibc
import SyncCore
import SyncPlatform
import TestSupport
import Testing

@testable import SyncTransfer

@Suite("Transfers from nginx") struct NginxTests {
    /// A folder with a large archive and a manifest, served by nginx; the loop trusts the test's authority.
    private func serving(
        _ options: Nginx.Options = .init(), settings: TransferSettings = Harness.settings,
        _ body: (Site) async throws -> Void
    ) async throws {
        try await withScratch { folder in
            let root = try folder.makeDirectory("root")
            try writeFile("large.zip", Site.large, in: root)
            try writeFile("manifest.json", Site.manifest, in: root)
            try await Nginx.serving(root, options) { nginx in
                let loop = try TransferLoop(settings, logger: .silent)
                defer { loop.stop() }
                try await body(Site(nginx: nginx, folder: folder, loop: loop))
            }
        }
    }

    @Test("a large archive arrives byte for byte over http, and a second time from where it was left")
    func http() async throws {
        try await serving { site in
            let download = try await site.download("http")
            #expect(try readFile(download.name, in: site.folder) == Site.large)

            // What a kill leaves: a record and a part of the bytes.
            let part = Array(Site.large.prefix(3_000_001))
            try writeFile(download.name, part, in: site.folder)
            let again = try await site.download("http")
            #expect(again.resumedFrom == 3_000_001)
            #expect(again.downloadedBytes < Int64(Site.large.count - 3_000_001 + 2_000))
            #expect(try readFile(again.name, in: site.folder) == Site.large)
        }
    }

    @Test("an unchanged manifest is 304, and a changed one is not", arguments: [false, true])
    func conditional(gzip: Bool) async throws {
        var options = Nginx.Options()
        options.server = gzip ? "gzip on; gzip_types application/json; gzip_min_length 1;" : ""
        try await serving(options) { site in
            let url = try site.url("http", "manifest.json")
            let first = try await site.loop.fetch(url, ifNoneMatch: nil, ifModifiedSince: nil, limit: 1 << 20)
            guard case .body(let body) = first else { return }
            #expect(body.bytes == Site.manifest)
            // nginx makes the tag weak when it compresses.
            #expect(body.etag?.hasPrefix("W/") == gzip)
            #expect((body.wireBytes < Site.manifest.count) == gzip)
            let second = try await site.loop.fetch(
                url, ifNoneMatch: body.etag, ifModifiedSince: nil, limit: 1 << 20)
            guard case .notModified = second else {
                Issue.record("\(second)")
                return
            }
        }
    }

    @Test("a compressed manifest is limited by what it unpacks to")
    func compressedLimit() async throws {
        var options = Nginx.Options()
        options.server = "gzip on; gzip_types application/json; gzip_min_length 1;"
        try await serving(options) { site in
            await #expect(throws: TransferError.tooLarge(limit: 20_000, promised: nil)) {
                try await site.loop.fetch(
                    site.url("http", "manifest.json"), ifNoneMatch: nil, ifModifiedSince: nil, limit: 20_000)
            }
        }
    }

    @Test("https with the operator's authority, over HTTP/1.1 and HTTP/2", arguments: [false, true])
    func https(http2: Bool) async throws {
        try await withScratch { folder in
            let certificates = try await TestCertificates(in: folder)
            var options = Nginx.Options()
            options.certificate = try await certificates.server("server")
            options.http2 = http2
            var settings = Harness.settings
            settings.caFile = certificates.authority
            try await serving(options, settings: settings) { site in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for game in ["a", "b", "c", "d"] {
                        let request = try site.request("https", game: game)
                        group.addTask { [site] in
                            let download = try await site.loop.download(request) { _ in }
                            #expect(try readFile(download.name, in: site.folder) == Site.large)
                        }
                    }
                    try await group.waitForAll()
                }
                try await eventually { try site.nginx.log().count == 4 }
                let lines = try site.nginx.log().map { $0.split(separator: " ") }
                #expect(lines.allSatisfy { $0[1] == (http2 ? "HTTP/2.0" : "HTTP/1.1") && $0[2] == "200" })
                // Four streams of one connection.
                if http2 { #expect(Set(lines.map { $0[0] }).count == 1) }
            }
        }
    }

    @Test("the rate limit holds over HTTP/2, too, where all transfers share one connection")
    func http2Rate() async throws {
        try await withScratch { folder in
            let certificates = try await TestCertificates(in: folder)
            var options = Nginx.Options()
            options.certificate = try await certificates.server("server")
            options.http2 = true
            var settings = Harness.settings
            settings.caFile = certificates.authority
            settings.maxRate = 20_000_000
            try await serving(options, settings: settings) { site in
                let start = ContinuousClock.now
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for game in ["a", "b"] {
                        let request = try site.request("https", game: game)
                        group.addTask { [site] in
                            let download = try await site.loop.download(request) { _ in }
                            #expect(try readFile(download.name, in: site.folder) == Site.large)
                        }
                    }
                    try await group.waitForAll()
                }
                // 16 MB at 20 MB/s.
                #expect(ContinuousClock.now - start > .milliseconds(600))
            }
        }
    }

    @Test("each trouble with a certificate is named: expired, another host, an unknown authority")
    func certificates() async throws {
        try await withScratch { folder in
            let made = try await TestCertificates(in: folder)
            let cases: [(TLSProblem, (chain: String, key: String))] = [
                (.expired, try await made.server("expired", dates: ["-days", "-1"])),
                (.wrongHost, try await made.server("other", name: "DNS:other.example")),
                (.unknownAuthority, try await made.server("self", signed: false)),
            ]
            for (problem, certificate) in cases {
                var options = Nginx.Options()
                options.certificate = certificate
                var settings = Harness.settings
                settings.caFile = made.authority
                try await serving(options, settings: settings) { site in
                    let error = await #expect(throws: TransferError.self) { try await site.download("https") }
                    #expect(error == .tls(host: "127.0.0.1:\(site.nginx.httpsPort)", problem))
                }
            }
        }
    }

    @Test("a client certificate opens the door, and an unreadable file is named")
    func clientCertificate() async throws {
        try await withScratch { folder in
            let made = try await TestCertificates(in: folder)
            let client = try await made.server("client", name: "DNS:client")
            var options = Nginx.Options()
            options.certificate = try await made.server("server")
            options.server = "ssl_client_certificate \(made.authority); ssl_verify_client on;"
            var settings = Harness.settings
            settings.caFile = made.authority
            try await serving(options, settings: settings) { site in
                let error = await #expect(throws: TransferError.self) { try await site.download("https") }
                #expect(error?.code == "transfer.status.400")
            }
            settings.clientCertificate = client.chain
            settings.clientKey = client.key
            try await serving(options, settings: settings) { site in _ = try await site.download("https") }
            settings.clientKey = "/nonexistent.key"
            try await serving(options, settings: settings) { site in
                let error = await #expect(throws: TransferError.self) { try await site.download("https") }
                #expect(error == .tls(host: "127.0.0.1:\(site.nginx.httpsPort)", .clientCertificate))
            }
            settings.clientKey = client.key
            settings.caFile = "/nonexistent.pem"
            try await serving(options, settings: settings) { site in
                let error = await #expect(throws: TransferError.self) { try await site.download("https") }
                #expect(error == .tls(host: "127.0.0.1:\(site.nginx.httpsPort)", .authorityFile))
            }
        }
    }

    @Test("a server that hangs up for want of a client certificate is named so")
    func clientCertificateWanted() async throws {
        try await withScratch { folder in
            let made = try await TestCertificates(in: folder)
            let server = try await made.server("server")
            let stranger = try await made.server("stranger", name: "DNS:stranger", signed: false)
            let port = try LoopbackServer.freePort()
            // Nginx sends a page instead of hanging up.
            let openssl = try ChildProcess([
                "openssl", "s_server", "-accept", "127.0.0.1:\(port)", "-cert", server.chain, "-key", server.key,
                "-CAfile", made.authority, "-Verify", "1", "-verify_return_error", "-quiet", "-www",
            ])
            defer { openssl.signal(SIGKILL) }
            try await eventually { LoopbackServer.isListening(port) }
            var settings = Harness.settings
            settings.caFile = made.authority
            let wanted = try await failure(settings, port)
            #expect(wanted == .tls(host: "127.0.0.1:\(port)", .clientCertificateWanted))
            settings.clientCertificate = stranger.chain
            settings.clientKey = stranger.key
            let refused = try await failure(settings, port)
            #expect(refused == .tls(host: "127.0.0.1:\(port)", .clientCertificateRefused))
        }
    }

    private func failure(_ settings: TransferSettings, _ port: UInt16) async throws -> TransferError? {
        let loop = try TransferLoop(settings, logger: .silent)
        defer { loop.stop() }
        let url = try SafeURL("https://127.0.0.1:\(port)/")
        return await #expect(throws: TransferError.self) {
            try await loop.fetch(url, ifNoneMatch: nil, ifModifiedSince: nil, limit: 1_000)
        }
    }

    @Test("plain http where TLS is spoken, and TLS where plain http is")
    func mixedUp() async throws {
        try await withScratch { folder in
            let made = try await TestCertificates(in: folder)
            var options = Nginx.Options()
            options.certificate = try await made.server("server")
            var settings = Harness.settings
            settings.retries = 0
            try await serving(options, settings: settings) { site in
                let port = site.nginx.httpPort
                let wrong = try SafeURL("https://127.0.0.1:\(port)/large.zip")
                let error = await #expect(throws: TransferError.self) {
                    try await site.loop.fetch(wrong, ifNoneMatch: nil, ifModifiedSince: nil, limit: 1_000)
                }
                #expect(error == .tls(host: "127.0.0.1:\(port)", .handshake))
                let other = try SafeURL("http://127.0.0.1:\(site.nginx.httpsPort)/large.zip")
                let status = await #expect(throws: TransferError.self) {
                    try await site.loop.fetch(other, ifNoneMatch: nil, ifModifiedSince: nil, limit: 1_000)
                }
                #expect(status?.code == "transfer.status.400")
            }
        }
    }
}

/// What nginx serves, and who fetches it.
private struct Site: Sendable {
    static let large = Sample.large(blocks: 500)
    static let manifest = Array("[\(String(repeating: "1,", count: 20_000))1]".utf8)

    let nginx: Nginx
    let folder: Directory
    let loop: TransferLoop

    func url(_ scheme: String, _ name: String) throws -> SafeURL {
        try SafeURL("\(scheme)://127.0.0.1:\(scheme == "http" ? nginx.httpPort : nginx.httpsPort)/\(name)")
    }

    func request(_ scheme: String, game: String = "a") throws -> DownloadRequest {
        let url = try url(scheme, "large.zip")
        return DownloadRequest(
            url: url,
            partial: PartialName(game: try GameID(game), version: try Version("1"), url: url, md5: nil, sha256: nil),
            directory: folder, size: Int64(Self.large.count), md5: nil, sha256: nil, limit: 1 << 30)
    }

    func download(_ scheme: String) async throws -> Download {
        try await loop.download(request(scheme)) { _ in }
    }
}
