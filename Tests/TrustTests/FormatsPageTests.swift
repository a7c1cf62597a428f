import FoundationEssentials
import SyncCore
import SyncCrypto
import SyncTrust
import TestSupport
import Testing

/// Reads the examples about signatures in `docs/FORMATS.md`.
@Suite("Formats page on trust") struct FormatsPageTests {
    private let page: String

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        page = try String(contentsOf: root.appending(path: "docs/FORMATS.md"), encoding: .utf8)
    }

    /// The first block of that language below a heading.
    private func block(_ heading: String, _ language: String) throws -> String {
        let start = try #require(page.firstRange(of: "\n\(heading)\n"))
        let open = try #require(page[start.upperBound...].firstRange(of: "\n```\(language)\n"))
        let end = try #require(page[open.upperBound...].firstRange(of: "\n```\n"))
        return String(page[open.upperBound..<end.lowerBound])
    }

    @Test("the envelope is signed by the key below it, and holds a manifest")
    func envelope() throws {
        let envelope = try Envelope(parsing: Array(try block("## Signed manifest", "json").utf8))
        let key = try VerifyingKey(pem: try block("## Signed manifest", "pem"))
        let payload = try envelope.verified(by: KeySet([key], threshold: 1))
        #expect(envelope.signatures.map(\.keyID) == [key.fingerprint.hex])
        let rules = Manifest.Rules(base: try SafeURL("https://cdn.example.com/m.json"), isSigned: true)
        let manifest = try Manifest(parsing: payload, rules: rules)
        #expect(manifest.releases.map(\.game.text) == ["snake"])
        #expect(manifest.sequence == 4)
        #expect(manifest.generated == Timestamp("2026-01-02T03:04:05Z"))
    }

    @Test("a publisher who types the commands gets a manifest that passes")
    func byHand() async throws {
        let commands = try block("## Signed manifest", "sh")
        try await OpenSSL.run { openssl in
            try openssl.write(Array(#"{"games": []}"#.utf8), to: "manifest.json")
            try openssl.shell("\(commands)\nopenssl pkey -in publisher -pubout -out public")
            let envelope = try Envelope(parsing: try openssl.bytes("signed.json"))
            let keys = KeySet([try openssl.verifyingKey("public")], threshold: 1)
            #expect(try envelope.verified(by: keys) == Array(#"{"games": []}"#.utf8))
        }
    }

    @Test("the announced keys are read")
    func rotation() throws {
        let json = try JSON(parsing: Array(try block("### Key rotation", "json").utf8))
        #expect(try KeySet(json).keys.count == 1)
    }

    @Test("the rollout is read")
    func rollout() throws {
        let rules = Manifest.Rules(base: try SafeURL("https://cdn.example.com/m.json"))
        let manifest = try Manifest(parsing: Array(try block("### Rollout", "json").utf8), rules: rules)
        #expect(manifest.refused.isEmpty)
        let rollout = try #require(manifest.releases.first?.rollout)
        #expect(rollout.share == (try Share("12.5%")))
        #expect(rollout.seed == "snake 1.1")
        #expect(rollout.start == Timestamp("2026-01-02T03:00:00Z"))
    }
}
