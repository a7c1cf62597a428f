import Glibc
import SyncCore
import SyncPlatform
import TestSupport
import Testing

@testable import SyncEngine

@Suite("Config file") struct ConfigFileTests {
    private let good = "manifest = \"https://cdn.example.com/games/manifest.json\"\n"

    @Test("the manifest alone is a configuration")
    func manifestAlone() async throws {
        try await withConfig(good) { path, _ in
            let resolved = try ConfigFile.load(explicit: path, environment: [:], userIsRoot: true)
            #expect(resolved.file == path)
            #expect(resolved.config.manifest.absolute == "https://cdn.example.com/games/manifest.json")
            #expect(resolved.config.root == "/var/lib/assetsync")
            #expect(resolved.origin(of: "manifest") == .file(path: path, line: 1))
            #expect(resolved.origin(of: "root") == .default)
            #expect(resolved.origin(of: "sync.interval") == .default)
        }
    }

    @Test("the option wins over the variable, the variable over the user's own file, that over the system's")
    func searchOrder() async throws {
        try await withScratch { folder in
            let own = try folder.makeDirectory("xdg").makeDirectory("assetsync")
            try own.write("assetsync.toml", Array("manifest = \"https://own/m\"\n".utf8))
            try folder.write("a.toml", Array("manifest = \"https://option/m\"\n".utf8))
            try folder.write("b.toml", Array("manifest = \"https://variable/m\"\n".utf8))
            var environment = ["XDG_CONFIG_HOME": "\(folder.path)/xdg", "HOME": "/nonexistent"]
            func host(explicit: String? = nil) throws -> String {
                let loaded = try ConfigFile.load(explicit: explicit, environment: environment, userIsRoot: false)
                return loaded.config.manifest.description
            }
            #expect(try host() == "https://own/m")
            environment["ASSETSYNC_CONFIG"] = ""
            #expect(try host() == "https://own/m")
            environment["ASSETSYNC_CONFIG"] = "\(folder.path)/b.toml"
            #expect(try host() == "https://variable/m")
            #expect(try host(explicit: "\(folder.path)/a.toml") == "https://option/m")
        }
    }

    @Test("where the files are looked for follows the XDG specification")
    func candidates() throws {
        func candidates(_ environment: [String: String], root: Bool = false) throws -> [String] {
            try ConfigFile.candidates(explicit: nil, UserPlaces(environment: environment, userIsRoot: root))
        }
        let system = "/etc/assetsync/assetsync.toml"
        #expect(try candidates(["HOME": "/home/u"]) == ["/home/u/.config/assetsync/assetsync.toml", system])
        #expect(try candidates(["HOME": "/home/u/"]) == ["/home/u/.config/assetsync/assetsync.toml", system])
        #expect(
            try candidates(["HOME": "/home/u", "XDG_CONFIG_HOME": "/c"]) == ["/c/assetsync/assetsync.toml", system])
        #expect(
            try candidates(["HOME": "/home/u", "XDG_CONFIG_HOME": "c"])
                == ["/home/u/.config/assetsync/assetsync.toml", system])
        #expect(try candidates([:]) == [system])
        #expect(try candidates(["HOME": ""]) == [system])
        #expect(try candidates(["HOME": "/root", "XDG_CONFIG_HOME": "/c"], root: true) == [system])
        #expect(try candidates(["ASSETSYNC_CONFIG": "/x.toml", "HOME": "/home/u"]) == ["/x.toml"])
    }

    @Test("root has its default by user and environment, and says where it comes from")
    func defaultRoot() async throws {
        try await withConfig(good) { path, _ in
            func load(_ environment: [String: String], root: Bool = false) throws -> ResolvedConfig {
                try ConfigFile.load(explicit: path, environment: environment, userIsRoot: root)
            }
            let home = try load(["HOME": "/home/u"])
            #expect(home.config.root == "/home/u/.local/share/assetsync")
            #expect(home.origin(of: "root") == .environment("HOME"))
            let data = try load(["HOME": "/home/u", "XDG_DATA_HOME": "/data"])
            #expect(data.config.root == "/data/assetsync")
            #expect(data.origin(of: "root") == .environment("XDG_DATA_HOME"))
            #expect(
                try load(["HOME": "/root", "XDG_DATA_HOME": "/data"], root: true).config.root == "/var/lib/assetsync")
        }
    }

    @Test("without any home the message says what to set, and --root is enough")
    func noHome() async throws {
        try await withConfig(good) { path, _ in
            let error = try #require(throws: ConfigError.self) {
                try ConfigFile.load(explicit: path, environment: [:], userIsRoot: false)
            }
            #expect(error.summary.contains("`root`") && error.summary.contains("`HOME`"))
            #expect(error.hint?.contains("root = ") == true)
            let given = try ConfigFile.load(
                explicit: path, rootOverride: "/data", environment: [:], userIsRoot: false)
            #expect(given.config.root == "/data")
            #expect(given.origin(of: "root") == .option("--root"))
        }
    }

    @Test("a file that is missing is named with the way out")
    func missing() async throws {
        try await withScratch { folder in
            for path in ["\(folder.path)/no.toml", "\(folder.path)/no/such/folder.toml"] {
                let error = try #require(throws: ConfigError.self) {
                    try ConfigFile.load(explicit: path, environment: [:], userIsRoot: true)
                }
                #expect(error.summary == "`\(path)` does not exist")
                #expect(error.hint?.contains("assetsync init") == true)
            }
        }
    }

    @Test(
        "no file anywhere is answered with where it was looked for",
        .enabled(if: access(ConfigFile.systemPath, F_OK) != 0))
    func nowhere() async throws {
        try await withScratch { folder in
            let error = try #require(throws: ConfigError.self) {
                try ConfigFile.load(environment: ["HOME": folder.path], userIsRoot: false)
            }
            #expect(error.summary.contains("`\(folder.path)/.config/assetsync/assetsync.toml`"))
            #expect(error.summary.contains("`/etc/assetsync/assetsync.toml`"))
            #expect(error.hint?.contains("assetsync init") == true)
        }
    }

    @Test("a folder in the place of the file is said to be one")
    func folder() async throws {
        try await withScratch { folder in
            let error = try #require(throws: ConfigError.self) {
                try ConfigFile.load(explicit: folder.path, environment: [:], userIsRoot: true)
            }
            #expect(error.summary == "`\(folder.path)` cannot be read: Is a directory")
        }
    }

    @Test("a file that may not be read is not passed over")
    func unreadable() async throws {
        try await withScratch { folder in
            // A link to itself cannot be read by anybody, the root user included.
            let own = try folder.makeDirectory("assetsync")
            try own.makeLink("assetsync.toml", target: "assetsync.toml")
            let error = try #require(throws: ConfigError.self) {
                try ConfigFile.load(environment: ["XDG_CONFIG_HOME": folder.path, "HOME": "/h"], userIsRoot: false)
            }
            #expect(error.summary.hasPrefix("`\(folder.path)/assetsync/assetsync.toml` cannot be read: "))
        }
    }

    @Test("a link is followed, as configuration management makes them")
    func link() async throws {
        try await withConfig(good) { path, folder in
            try folder.makeLink("link.toml", target: "assetsync.toml")
            let resolved = try ConfigFile.load(
                explicit: "\(folder.path)/link.toml", environment: [:], userIsRoot: true)
            #expect(resolved.config.root == "/var/lib/assetsync")
        }
    }

    @Test("a pipe is read to its end")
    func pipe() async throws {
        var ends: [Int32] = [0, 0]
        try #require(Glibc.pipe(&ends) == 0)
        let reader = Descriptor(owning: ends[0])
        do {
            let writer = Descriptor(owning: ends[1])
            try Array(good.utf8).withUnsafeBytes { try writer.writeAll($0, path: "pipe") }
        }
        let resolved = try ConfigFile.load(explicit: "/dev/fd/\(reader.raw)", environment: [:], userIsRoot: true)
        #expect(resolved.config.manifest.scheme == .https)
    }

    @Test("a file of another kind is refused by its size before it fills the memory")
    func endless() throws {
        let error = try #require(throws: ConfigError.self) {
            try ConfigFile.load(explicit: "/dev/zero", environment: [:], userIsRoot: true)
        }
        #expect(error.summary.contains("larger than 4MiB"))
    }

    @Test("an empty --config is a mistake of its own")
    func emptyOption() throws {
        let error = try #require(throws: ConfigError.self) {
            try ConfigFile.load(explicit: "", environment: [:], userIsRoot: true)
        }
        #expect(error.summary.contains("--config"))
    }

    @Test("a relative option counts from the working directory")
    func relative() throws {
        let folder = try #require(getcwd(nil, 0))
        defer { free(folder) }
        let error = try #require(throws: ConfigError.self) {
            try ConfigFile.load(explicit: "./no-such-file.toml", environment: [:], userIsRoot: true)
        }
        #expect(error.summary == "`\(String(cString: folder))/no-such-file.toml` does not exist")
    }

    @Test("a mistake in the file is named by path, line and key")
    func mistake() async throws {
        try await withConfig(good + "\n[sync]\nkeep_version = 2\n") { path, _ in
            let error = try #require(throws: ConfigError.self) {
                try ConfigFile.load(explicit: path, environment: [:], userIsRoot: true)
            }
            #expect(error.summary.hasPrefix("\(path):4: `sync.keep_version`"))
            #expect(error.hint?.contains("`sync.keep_versions`") == true)
        }
    }

    @Test("text that is not TOML is named by path and line")
    func notTOML() async throws {
        try await withConfig(good + "\n[sync\nkeep_versions = 2\n") { path, _ in
            let error = try #require(throws: ConfigError.self) {
                try ConfigFile.load(explicit: path, environment: [:], userIsRoot: true)
            }
            #expect(error.summary.hasPrefix("\(path):3: not valid TOML: "))
            #expect(error.hint != nil)
        }
    }

    @Test("an encoding is one that iconv on this machine knows")
    func encoding() async throws {
        try await withConfig(good + "[archive]\nname_encoding = \"gb18030\"\n") { path, _ in
            let config = try ConfigFile.load(explicit: path, environment: [:], userIsRoot: true).config
            #expect(config.archive.nameEncoding == .named("gb18030"))
        }
        try await withConfig(good + "[archive]\nname_encoding = \"klingon\"\n") { path, _ in
            let error = try #require(throws: ConfigError.self) {
                try ConfigFile.load(explicit: path, environment: [:], userIsRoot: true)
            }
            #expect(error.summary.contains("`klingon`"))
        }
    }
}
