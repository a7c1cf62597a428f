import SyncCore
import Testing

@Suite("Manifest repetitions") struct ManifestRepetitionTests {
    private let good = ManifestText.entry(id: "\"good\"")

    @Test("the same entry twice counts once, however it is written")
    func identical() throws {
        let spellings = [
            ManifestText.entry(), "{\"url\":\"snake.zip\",\"version\":\"1.0\",\"id\":\"snake\"}",
            "{\"gameId\":\"snake\",\"h5Version\":\"1.0\",\"h5Down\":\"https://cdn.example.com/games/snake.zip\"}",
            ManifestText.entry(id: "\"sn\\u0061ke\"", more: "\"unknown\":1"), ManifestText.entry(more: "\"md5\":null"),
        ]
        for other in spellings {
            let manifest = try ManifestText.read("[\(ManifestText.entry()),\(good),\(other),\(other)]")
            #expect(manifest.releases.map(\.game.text) == ["good", "snake"])
            #expect(manifest.refused.isEmpty)
        }
    }

    @Test(
        "the same id twice with anything different fails that id alone",
        arguments: [
            ManifestText.entry(version: "\"1.1\""), ManifestText.entry(version: "1"),
            ManifestText.entry(url: "\"other.zip\""),
            ManifestText.entry(url: "\"snake.zip?v=2\""),
            ManifestText.entry(more: "\"md5\":\"\(String(repeating: "0", count: 32))\""),
            ManifestText.entry(more: "\"sha256\":\"\(String(repeating: "0", count: 64))\""),
            ManifestText.entry(more: "\"size\":1"),
            ManifestText.entry(version: nil), ManifestText.entry(url: "\"ftp://h/\""),
            ManifestText.entry(more: "\"a\":1,\"a\":2"),
        ])
    func different(_ other: String) throws {
        for list in ["\(ManifestText.entry()),\(good),\(other)", "\(other),\(good),\(ManifestText.entry())"] {
            let manifest = try ManifestText.read("[\(list)]")
            #expect(manifest.releases.map(\.game.text) == ["good"])
            #expect(manifest.refused.map(\.reason) == [.repeatedGame(times: 2)])
            #expect(manifest.refused.map(\.game?.text) == ["snake"])
            #expect(manifest.refused.map(\.position) == [1])
            #expect(
                manifest.refused.first?.reason.summary == "the id stands 2 times in the manifest with different content"
            )
            manifest.refused.forEach { ManifestText.expectWords($0) }
        }
    }

    @Test("neither order nor number of repetitions decides which one counts")
    func many() throws {
        let versions = ["1", "2", "1", "1"].map { ManifestText.entry(version: $0) }
        for list in [versions, versions.reversed()] {
            let manifest = try ManifestText.read("[\(list.joined(separator: ","))]")
            #expect(manifest.releases.isEmpty)
            #expect(manifest.refused.map(\.reason) == [.repeatedGame(times: 4)])
        }
    }

    @Test("the same refused entry twice is reported once, with its own reason")
    func identicalRefused() throws {
        let bad = ManifestText.entry(version: nil)
        let manifest = try ManifestText.read("[\(bad),\(good),\(bad)]")
        #expect(manifest.refused.map(\.reason) == [.missing("version")])
        // Without an id nobody knows whether they are the same.
        let nameless = ManifestText.entry(id: nil)
        #expect(try ManifestText.read("[\(nameless),\(nameless)]").refused.map(\.position) == [1, 2])
    }

    @Test(
        "a key that stands twice fails the entry, at any depth and however it is written",
        arguments: [
            ("\"id\":\"snake\"", "id"), ("\"url\":\"snake.zip\"", "url"), ("\"x\":1,\"x\":1", "x"),
            ("\"x\":{\"a\":1,\"a\":1}", "a"), ("\"x\":[[{\"a\":1,\"b\":2,\"\\u0061\":3}]]", "a"),
            ("\"version\":\"1.1\"", "version"), ("\"\":1,\"\":2", ""),
        ])
    func repeatedKey(_ more: String, _ key: String) throws {
        let refused = try ManifestText.refusal(ManifestText.entry(more: more))
        #expect(refused.reason == .repeatedKey(key))
        #expect(refused.name == "snake")
        #expect(refused.reason.summary == "the key `\(key)` stands twice in one object")
    }

    @Test("releases come by id, refusals by position, whatever the order of the manifest")
    func order() throws {
        let entries = ["z", "b", "é", "a", "B"].map { ManifestText.entry(id: "\"\($0)\"") }
        let list = [entries[0], "1", entries[1], "2", entries[2], entries[3], entries[4]]
        let manifest = try ManifestText.read("[\(list.joined(separator: ","))]")
        #expect(manifest.releases.map(\.game.text) == ["B", "a", "b", "z", "é"])
        #expect(manifest.refused.map(\.position) == [2, 4])
        #expect(manifest.refused.map(\.name) == ["entry 2", "entry 4"])
        let reversed = try ManifestText.read("[\(entries.reversed().joined(separator: ","))]")
        #expect(reversed.releases == manifest.releases)
    }
}
