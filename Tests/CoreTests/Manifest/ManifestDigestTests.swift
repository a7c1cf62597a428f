import SyncCore
import Testing

@Suite("Manifest digests") struct ManifestDigestTests {
    static let md5 = "d41d8cd98f00b204e9800998ecf8427e"
    static let sha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    @Test("case and outer spaces of a digest do not count")
    func spelling() throws {
        for text in [Self.md5, Self.md5.uppercased(), " \(Self.md5) ", "\\t\(Self.md5.uppercased())\\r\\n"] {
            for name in ["md5", "h5Md5"] {
                #expect(
                    try ManifestText.release(ManifestText.entry(more: "\"\(name)\":\"\(text)\"")).md5?.hex == Self.md5)
            }
        }
        let sha256 = try ManifestText.release(ManifestText.entry(more: "\"sha256\":\" \(Self.sha256.uppercased())\""))
            .sha256
        #expect(sha256?.hex == Self.sha256)
    }

    @Test(
        "what is not exactly a digest fails the entry, and says how many digits it should be",
        arguments: [
            "", " ", "d41d8cd98f00b204e9800998ecf8427", "d41d8cd98f00b204e9800998ecf8427e0",
            "g41d8cd98f00b204e9800998ecf8427e",
            "d41d8cd9 8f00b204e9800998ecf8427e", "md5:d41d8cd98f00b204e9800998ecf8427e", "1B2M2Y8AsgTpgAmY7PhCfg==",
            "a\\u0000b", "\\u202e", "null", "0",
            "https://user:s3cret@h/?s3cret", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        ])
    func refused(_ text: String) throws {
        for name in ["md5", "h5Md5"] {
            let refused = try ManifestText.refusal(ManifestText.entry(more: "\"\(name)\":\"\(text)\""))
            #expect(refused.name == "snake")
            #expect(refused.reason.summary.hasPrefix("the md5 `"))
            #expect(refused.reason.summary.hasSuffix("is not 32 hexadecimal digits"))
        }
        let sha256 = text == Self.sha256 ? Self.md5 : text
        let refused = try ManifestText.refusal(ManifestText.entry(more: "\"sha256\":\"\(sha256)\""))
        #expect(refused.reason.summary.hasSuffix("is not 64 hexadecimal digits"))
    }

    @Test(
        "a digest that is no text fails the entry", arguments: ["12345678901234567890123456789012", "true", "[]", "{}"])
    func wrongType(_ value: String) throws {
        for name in ["md5", "h5Md5", "sha256"] {
            let refused = try ManifestText.refusal(ManifestText.entry(more: "\"\(name)\":\(value)"))
            #expect(refused.reason.summary.hasPrefix("the \(name == "sha256" ? "sha256" : "md5") is "))
            #expect(refused.reason.summary.hasSuffix(", not a string"))
        }
    }

    @Test("a broken digest fails the entry even when the other one is right")
    func oneBroken() throws {
        let more = "\"md5\":\"\(Self.md5)\",\"sha256\":\"\""
        #expect(try ManifestText.refusal(ManifestText.entry(more: more)).reason == .digest(.sha256, text: ""))
    }

    @Test("no digest is allowed, unless the configuration requires one")
    func required() throws {
        #expect(try ManifestText.release(ManifestText.entry()).md5 == nil)
        let refused = try ManifestText.refusal(ManifestText.entry(more: "\"md5\":null"), requireDigest: true)
        #expect(refused.reason == .digestRequired)
        #expect(refused.reason.summary.contains("`trust.require_digest`"))
        for more in ["\"md5\":\"\(Self.md5)\"", "\"h5Md5\":\"\(Self.md5)\"", "\"sha256\":\"\(Self.sha256)\""] {
            #expect(throws: Never.self) {
                try ManifestText.release(ManifestText.entry(more: more), requireDigest: true)
            }
        }
    }
}
