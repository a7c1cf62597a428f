import FoundationEssentials
import SyncCore
import Testing

@testable import SyncEngine

@Suite("Config template") struct ConfigTemplateTests {
    private let manifest = "https://cdn.example.com/games/manifest.json"

    /// The template with the mark of every default taken away.
    private func uncommented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix("#") && !line.hasPrefix("# ") && line != "#" ? String(line.dropFirst()) : String(line)
        }.joined(separator: "\n")
    }

    @Test("as it is written it is a configuration with nothing but the manifest")
    func asWritten() throws {
        let resolved = try resolve(ConfigTemplate.text(manifest: manifest))
        #expect(resolved.config == (try resolve("manifest = \"\(manifest)\"").config))
        for key in ConfigKey.all where key.path != "manifest" {
            #expect(resolved.origin(of: key.path) == .default || key.path == "passwords", "\(key.path)")
        }
    }

    @Test("with the comment marks of the defaults removed it gives exactly the defaults")
    func defaults() throws {
        let resolved = try resolve(uncommented(ConfigTemplate.text(manifest: manifest)))
        #expect(resolved.config == (try resolve("manifest = \"\(manifest)\"").config))
        for key in ConfigKey.all {
            #expect(resolved.origin(of: key.path) != .default, "\(key.path) is not in the template")
        }
    }

    @Test("the manifest is written so that any address is read again", arguments: ["https://h/a\"b\\c", "file:///x y"])
    func quoted(_ address: String) throws {
        let config = try resolve(ConfigTemplate.text(manifest: address)).config
        #expect(config.manifest == (try SafeURL(address)))
    }

    @Test("lines fit a terminal")
    func width() {
        for line in ConfigTemplate.text(manifest: manifest).split(separator: "\n") { #expect(line.count <= 100) }
    }

    @Test("config/assetsync.toml of the repository is the template")
    func repository() throws {
        let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = top.appending(path: "config/assetsync.toml").path
        let written = try String(decoding: TextFile.read(file, limit: 1 << 20), as: UTF8.self)
        #expect(written == ConfigTemplate.text(manifest: manifest), "write the text of the template into the file")
    }
}
