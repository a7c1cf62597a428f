import SyncCore
import TestSupport
import Testing

@testable import SyncTransfer

@Suite("S3 addresses") struct S3AddressTests {
    private func resolved(_ text: String, _ settings: S3Settings?) throws -> String {
        try S3Address.resolved(SafeURL(text), settings).absolute
    }

    @Test("bucket and key become an address at Amazon's, or at the configured endpoint")
    func places() throws {
        let plain = S3Settings(region: "eu-central-1")
        #expect(try resolved("s3://games/a/b.zip", plain) == "https://games.s3.eu-central-1.amazonaws.com/a/b.zip")
        let path = S3Settings(endpoint: try SafeURL("https://minio.example:9000/"), pathStyle: true)
        #expect(try resolved("s3://games/a/b.zip", path) == "https://minio.example:9000/games/a/b.zip")
        let host = S3Settings(endpoint: try SafeURL("http://minio.example:9000"))
        #expect(try resolved("s3://games/a/b.zip", host) == "http://games.minio.example:9000/a/b.zip")
    }

    @Test("a key is encoded in the one way that signatures know")
    func encoding() throws {
        let settings = S3Settings(endpoint: try SafeURL("https://h"), pathStyle: true)
        // Right sides: RFC 3986 by hand.
        #expect(try resolved("s3://b/a b+c'(d)~.zip", settings) == "https://h/b/a%20b%2Bc%27%28d%29~.zip")
        #expect(try resolved("s3://b/%7e%2d%C3%BC/ü", settings) == "https://h/b/~-%C3%BC/%C3%BC")
        #expect(try resolved("s3://b/a%2fb//c", settings) == "https://h/b/a%2Fb//c")
    }

    @Test(
        "what would mean something else is refused",
        arguments: ["s3://b", "s3://b/", "s3://b:80/k", "s3://user:pw@b/k", "s3://b/k?versionId=1"])
    func refused(_ text: String) throws {
        let settings = S3Settings(endpoint: try SafeURL("https://h"))
        let url = try SafeURL(text)
        #expect(throws: TransferError.brokenURL(url.description)) { try S3Address.resolved(url, settings) }
    }

    @Test("missing or impossible settings are named")
    func settings() throws {
        let url = try SafeURL("s3://b/k")
        let missing = #expect(throws: TransferError.self) { try S3Address.resolved(url, nil) }
        #expect(missing?.code == "transfer.setting" && missing?.summary.contains("[s3]") == true)
        for endpoint in ["https://h/path", "https://u:p@h", "s3://x"] {
            let settings = S3Settings(endpoint: try SafeURL(endpoint))
            let error = #expect(throws: TransferError.self) { try S3Address.resolved(url, settings) }
            #expect(error?.summary.contains("s3.endpoint") == true)
        }
        for (region, access, secret) in [("", "a", "s"), ("us:east", "a", "s"), ("us\n", "a", "s"), ("x", "a", nil)] {
            var settings = Harness.settings
            settings.s3 = S3Settings(region: region, accessKey: access, secretKey: secret)
            let error = #expect(throws: TransferError.self) { _ = try TransferLoop(settings, logger: .silent) }
            #expect(error?.code == "transfer.setting")
        }
    }

    @Test("keys and credentials do not meet: the store gets a signature alone, and a redirect of it is not followed")
    func secrets() async throws {
        try await Harness.run { harness in
            var settings = Harness.settings
            settings.bearerToken = "SECRET"
            settings.headers = [("X-Key", "SECRET")]
            settings.s3 = S3Settings(
                endpoint: try SafeURL(harness.server.base), accessKey: "AKIAEXAMPLE", secretKey: "HIDDEN",
                pathStyle: true)
            settings.credentialScope = try SafeURL("s3://bucket/manifest.json")
            let loop = try TransferLoop(settings, logger: .silent)
            defer { loop.stop() }
            let url = try SafeURL("s3://bucket/game.zip")
            harness.server.put("/bucket/game.zip", .init(Sample.first.bytes))
            _ = try await loop.download(harness.request(at: url, mirrors: [])) { _ in }
            let fields = try #require(harness.server.requests.first?.fields)
            #expect(fields["authorization"]?.hasPrefix("AWS4-HMAC-SHA256 Credential=AKIAEXAMPLE/") == true)
            #expect(fields["x-key"] == nil && fields["accept-encoding"] == "identity")
            #expect(!fields.values.contains { $0.contains("HIDDEN") || $0.contains("SECRET") })

            harness.server.always("/bucket/game.zip", .redirect(307, to: "/game.zip"))
            let error = await #expect(throws: TransferError.self) {
                try await loop.download(harness.request(at: url, mirrors: [], game: "other")) { _ in }
            }
            #expect(error == .s3(status: 307, code: "Redirect", url: "s3://bucket/game.zip"))
            #expect(error?.hint?.contains("s3.region") == true)
            #expect(harness.server.requests.count == 2)

            let page = "<?xml version=\"1.0\"?><Error><Code>RequestTimeTooSkewed</Code></Error>"
            harness.server.always("/bucket/game.zip", .status(403, body: page))
            let skewed = await #expect(throws: TransferError.self) {
                try await loop.fetch(url, ifNoneMatch: nil, ifModifiedSince: nil, limit: 1_000)
            }
            #expect(skewed == .s3(status: 403, code: "RequestTimeTooSkewed", url: "s3://bucket/game.zip"))
            #expect(skewed?.hint?.contains("clock") == true)
        }
    }
}
