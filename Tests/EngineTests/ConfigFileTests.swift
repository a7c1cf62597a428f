import SyncCore
import SyncPlatform
import TestSupport
import Testing

@testable import SyncEngine

@Suite("Config file") struct ConfigFileTests {
    @Test("the manifest alone is a configuration")
    func manifestAlone() async throws {
        try await withConfig("manifest = \"https://cdn.example.com/games/manifest.json\"\n") { path, _ in
            let resolved = try ConfigFile.load(explicit: path, environment: [:], userIsRoot: true)
            #expect(resolved.file == path)
            #expect(resolved.config.manifest.absolute == "https://cdn.example.com/games/manifest.json")
            #expect(resolved.config.root == "/var/lib/assetsync")
            #expect(resolved.config.gamesPath == "/var/lib/assetsync/games")
            #expect(resolved.origin(of: "manifest") == .file(path: path, line: 1))
            #expect(resolved.origin(of: "root") == .default)
        }
    }
}
