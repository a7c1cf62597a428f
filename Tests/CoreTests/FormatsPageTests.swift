import FoundationEssentials
import SyncCore
import Testing

/// Reads the examples of `docs/FORMATS.md` with the readers that they are about.
@Suite("Formats page") struct FormatsPageTests {
    /// One fenced block of the page.
    private struct Example {
        let section: String
        let language: String
        let text: String
    }

    private let examples: [Example]

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "docs/FORMATS.md"), encoding: .utf8)
        var examples: [Example] = []
        var section = ""
        var open: (language: String, lines: [Substring])?
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                if let block = open {
                    examples.append(
                        Example(
                            section: section, language: block.language, text: block.lines.joined(separator: "\n")))
                    open = nil
                } else {
                    open = (String(line.dropFirst(3)), [])
                }
            } else if open != nil {
                open?.lines.append(line)
            } else if line.hasPrefix("#") {
                section = String(line.drop { $0 == "#" || $0 == " " })
            }
        }
        self.examples = examples
    }

    private func texts(_ section: String, _ language: String = "json") -> [String] {
        examples.filter { $0.section == section && $0.language == language }.map(\.text)
    }

    @Test("a publisher who copies the manifest gets the games that it shows")
    func manifest() throws {
        let text = try #require(texts("Manifest").first)
        #expect(texts("Manifest").count == 1)
        let manifest = try ManifestText.read(text, requireDigest: true)
        #expect(manifest.refused.isEmpty)
        #expect(manifest.releases.map(\.game.text) == ["memory", "snake"])
        #expect(manifest.releases.map(\.version.text) == ["1.1", "1.1"])
        #expect(manifest.releases.map(\.size) == [25959, 8961])
        #expect(
            manifest.releases.first?.url.description == "https://cdn.example.com/games/zips/memory-1.1.zip")
        #expect(manifest.releases.allSatisfy { $0.sha256 != nil })
        #expect(manifest.sequence == 3)
        #expect(manifest.expires == Timestamp("2036-01-01T00:00:00Z"))
    }

    @Test("the manifest with another API's names is read without configuration")
    func foreignNames() throws {
        let text = try #require(texts("Names of another API").first)
        let release = try #require(try ManifestText.read(text, requireDigest: true).releases.first)
        #expect(release.game.text == "breakout")
        #expect(release.version.text == "1.1")
        #expect(release.url.description == "https://cdn.example.com/games/zips/breakout-1.1.zip")
        #expect(release.md5?.hex == "14ac3b264b315991abd99b04f4ada050")
    }

    @Test("the manifest with any other names is read with the configuration beside it")
    func configuredNames() throws {
        let text = try #require(texts("Names of another API").last)
        let configuration = try #require(texts("Names of another API", "toml").first)
        var fields = ManifestFields()
        for line in configuration.split(separator: "\n").dropFirst() {
            let parts = line.split(separator: " = ").map { $0.filter { $0 != "\"" } }
            let path = try #require(parts.last).split(separator: ".").map(String.init)
            switch parts.first {
            case "games": fields.games = path
            case "id": fields.id = path
            case "version": fields.version = path
            case "url": fields.url = path
            case "size": fields.size = path
            default: Issue.record("not a key of `[manifest_fields]`: \(line)")
            }
        }
        let manifest = try ManifestText.read(text, fields: fields)
        #expect(manifest.refused.isEmpty)
        let release = try #require(manifest.releases.first)
        #expect(release.game.text == "17")
        #expect(release.version.text == "1.10")
        #expect(release.url.description == "https://cdn.example.com/17.zip")
        #expect(release.size == 8961)
    }

    @Test("the receipt is one, and has each key that is written today, in the same order")
    func receipt() throws {
        let text = try #require(texts("Receipt").first)
        let receipt = try Receipt(parsing: Array(text.utf8), name: "memory.a4659d3196f4.json")
        #expect(receipt.game.text == "memory")
        #expect(receipt.tree.version.text == "1.0")
        #expect(receipt.tree.verified)
        #expect(receipt.tree.files == 6)
        #expect(receipt.entries.count == 8)
        #expect(receipt.json.serialized == (try JSON(parsing: Array(text.utf8))).serialized)
        // The figures are those of its own list.
        let sizes = receipt.entries.compactMap { entry in
            if case .file(let size, _) = entry.kind { size } else { nil }
        }
        #expect(sizes.count == receipt.tree.files)
        #expect(sizes.reduce(0, +) == receipt.tree.bytes)
    }

    @Test("the index is one, and has each key that is written today, in the same order")
    func index() throws {
        let text = try #require(texts("Index").first)
        let index = try ArchiveIndex(parsing: Array(text.utf8))
        #expect(index.files.count == 6)
        #expect(index.folders.map(\.path) == ["css", "js"])
        #expect(index.json.serialized == (try JSON(parsing: Array(text.utf8))).serialized)
        // The same tree is the receipt's further down.
        let receipt = try Receipt(parsing: Array(try #require(texts("Receipt").first).utf8), name: "x")
        let installed = receipt.entries.compactMap { entry -> String? in
            guard case .file(let size, let sha256) = entry.kind else { return nil }
            return "\(entry.path) \(size) \(entry.mode) \(sha256)"
        }
        #expect(index.files.map { "\($0.path) \($0.size) \($0.mode) \($0.sha256)" } == installed)
    }

    @Test("the manifest of a published site offers the archive of the index below it")
    func published() throws {
        let text = try #require(texts("Published site").first)
        let release = try #require(try ManifestText.read(text, requireDigest: true).releases.first)
        let index = try ArchiveIndex(parsing: Array(try #require(texts("Index").first).utf8))
        #expect(release.sha256 == index.archive.sha256)
        #expect(release.size == index.archive.size)
        #expect(release.index?.url.description == "https://cdn.example.com/games/memory-1.0.index.json.gz")
    }
}
