import SyncCore
import Testing

@Suite("Manifest schema, sequence, expires") struct ManifestHeadTests {
    private func read(_ members: String) throws -> Manifest { try ManifestText.read("{\(members),\"games\":[]}") }

    @Test("all three may be absent or null")
    func absent() throws {
        for manifest in [try ManifestText.read("[]"), try read("\"schema\":null,\"sequence\":null,\"expires\":null")] {
            #expect(manifest.sequence == nil)
            #expect(manifest.expires == nil)
        }
    }

    @Test(
        "a sequence is a whole number from 0",
        arguments: [("0", 0), ("7", 7), ("-0", 0), ("9223372036854775807", Int64.max)])
    func sequence(_ text: String, _ number: Int64) throws {
        #expect(try read("\"sequence\":\(text)").sequence == number)
    }

    @Test(
        "anything else refuses the manifest, so that no rollback slips through",
        arguments: ["-1", "1.0", "1e3", "\"7\"", "true", "[7]", "{}", "9223372036854775808", "1.5"])
    func badSequence(_ text: String) throws {
        let error = #expect(throws: ManifestError.self) { try read("\"sequence\":\(text)") }
        #expect(error?.summary.contains("`sequence`") == true)
    }

    @Test("an expiry is an RFC 3339 time")
    func expires() throws {
        #expect(try read("\"expires\":\"2026-01-02T11:04:05+08:00\"").expires?.seconds == 1_767_323_045)
    }

    @Test(
        "anything else refuses the manifest, so that none lives for ever by mistake",
        arguments: [
            "\"\"", "\"tomorrow\"", "1767323045", "\"2026-01-02\"", "\"2026-02-30T00:00:00Z\"", "false", "[]",
            "\"2026-01-02T03:04:05Z \"",
        ])
    func badExpires(_ text: String) throws {
        let error = #expect(throws: ManifestError.self) { try read("\"expires\":\(text)") }
        #expect(error?.summary.contains("`expires`") == true)
        #expect(error?.summary.contains("RFC 3339") == true)
    }

    @Test("schema 1 is understood")
    func schema() throws { #expect(throws: Never.self) { try read("\"schema\":1") } }

    @Test("any other schema is refused with the way out", arguments: ["2", "0", "1.0", "\"1\"", "true", "[1]", "-1"])
    func otherSchema(_ text: String) throws {
        let error = #expect(throws: ManifestError.self) { try read("\"schema\":\(text)") }
        #expect(error == .schema(text))
        #expect(error?.hint == "Update assetsync")
    }

    @Test(
        "a key that stands twice on the way to the list refuses the manifest",
        arguments: [
            "{\"games\":[],\"games\":[]}", "{\"sequence\":1,\"games\":[],\"sequence\":2}",
            "{\"x\":1,\"x\":1,\"games\":[]}",
        ])
    func repeatedKey(_ text: String) throws {
        let error = #expect(throws: ManifestError.self) { try ManifestText.read(text) }
        #expect(error?.summary.contains("twice") == true)
    }

    @Test("a key that stands twice beside that way does no harm")
    func repeatedElsewhere() throws {
        #expect(throws: Never.self) { try read("\"x\":{\"a\":1,\"a\":2}") }
        var fields = ManifestFields()
        fields.games = ["data", "list"]
        #expect(throws: ManifestError.repeatedKey("list")) {
            try ManifestText.read("{\"data\":{\"list\":[],\"list\":[]}}", fields: fields)
        }
        #expect(throws: ManifestError.repeatedKey("a")) {
            try ManifestText.read("{\"data\":{\"list\":[],\"a\":1,\"a\":2}}", fields: fields)
        }
    }
}
