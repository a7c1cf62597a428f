import SyncCore
import Testing

@Suite("Manifest ids and versions") struct ManifestNameTests {
    @Test(
        "a number is taken by its exact source text",
        arguments: [
            "1", "1.10", "1.0", "-1", "1e5", "1E+5", "0.10", "12345678901234567890", "1.7976931348623157e309", "-0",
        ])
    func numbers(_ text: String) throws {
        let release = try ManifestText.release(ManifestText.entry(id: text, version: text))
        #expect(release.game.text == text)
        #expect(release.version.text == text)
        #expect(try ManifestText.release(ManifestText.entry(id: "\"\(text)\"", version: "\"\(text)\"")) == release)
    }

    @Test(
        "an unsafe id fails its entry alone",
        arguments: [
            "..", ".", "../escape", "a/b", "/abs", "a\\\\..\\\\b", ".hidden", " a", "a ", "", "a\\u0000b", "a\\nb",
            "a\\u007f", "a\\u0085b", "\\u3000a",
            "a\\/b", "https://user:s3cret@h/a?s3cret",
        ])
    func unsafeID(_ text: String) throws {
        let refused = try ManifestText.refusal(ManifestText.entry(id: "\"\(text)\""))
        guard case .name(let error) = refused.reason else {
            Issue.record("\(refused.reason)")
            return
        }
        #expect(refused.game == nil)
        #expect(error.kind == "id")
        #expect(refused.reason.summary.hasPrefix("the id `"))
        #expect(refused.reason.hint?.contains("single folder name") == true)
    }

    @Test("an entry without a usable id is called by what stands there, or by its position")
    func names() throws {
        #expect(try ManifestText.refusal(ManifestText.entry(id: "\"a/b\"")).name == "a/b")
        for text in ["", " ", "\\n", "\\u3000"] {
            #expect(try ManifestText.refusal(ManifestText.entry(id: "\"\(text)\"")).name == "entry 1")
        }
        let long = try ManifestText.refusal(ManifestText.entry(id: "\"\(String(repeating: "x", count: 100_000))\""))
        #expect(long.name.count == 81)
        let numeric = String(repeating: "9", count: 201)
        #expect(try ManifestText.refusal(ManifestText.entry(id: numeric)).reason.summary.contains("201 bytes"))
    }

    @Test(
        "an unsafe version fails its entry under the game's id",
        arguments: ["", "..", "1/0", ".1", "1.0 ", "1\\t0", "1\\\\0"])
    func unsafeVersion(_ text: String) throws {
        let refused = try ManifestText.refusal(ManifestText.entry(version: "\"\(text)\""))
        #expect(refused.game?.text == "snake")
        #expect(refused.name == "snake")
        #expect(refused.reason.summary.hasPrefix("the version `"))
        #expect(refused.reason.hint?.contains("version") == true)
    }

    @Test(
        "odd but safe names are games", arguments: ["-rf", "Game", "a b", "游戏", "*", "$(x)", "CON", "a\u{202E}b", "~"])
    func odd(_ text: String) throws {
        #expect(try ManifestText.release(ManifestText.entry(id: "\"\(text)\"")).game.text == text)
    }

    @Test("ids that differ by case or spelling are different games")
    func different() throws {
        let ids = ["Game", "game", "caf\u{E9}", "cafe\u{301}", "1", "1.0", "01"]
        let entries = ids.map { ManifestText.entry(id: "\"\($0)\"") }.joined(separator: ",")
        let manifest = try ManifestText.read("[\(entries)]")
        #expect(manifest.refused.isEmpty)
        #expect(manifest.releases.count == ids.count)
    }
}
