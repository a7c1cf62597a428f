import SyncCore
import Testing

@testable import SyncEngine

@Suite("Config show") struct ConfigPrinterTests {
    private let secrets = """
        manifest = "https://user:hunter2@cdn.example.com/m.json?token=hunter2"
        [transfer]
        proxy = "http://me:hunter2@proxy:3128"
        headers = { Authorization = "Bearer hunter2", X-Site = "north" }
        [passwords]
        "1001" = "file:/etc/pw/1001"
        snake = "file:/etc/pw/snake"
        """

    @Test("each value stands with its origin, secrets as stars")
    func toml() throws {
        let text = ConfigPrinter(try resolve(secrets, rootOption: "/data")).toml
        let lines = text.split(separator: "\n").map(String.init)
        func line(_ start: String) -> String? { lines.first { $0.hasPrefix(start) } }
        let file = "/etc/assetsync/assetsync.toml"
        #expect(line("manifest")?.hasPrefix("manifest = \"https://***@cdn.example.com/m.json?***\" ") == true)
        #expect(line("manifest")?.hasSuffix(" # \(file):1") == true)
        #expect(line("root = \"/data\" ")?.hasSuffix(" # --root") == true)
        #expect(line("games_dir = \"/data/games\" ")?.hasSuffix(" # default") == true)
        #expect(line("interval = \"15m\" ")?.hasSuffix(" # default") == true)
        #expect(line("proxy = \"http://***@proxy:3128\" ")?.hasSuffix(":3") == true)
        #expect(line("headers = { Authorization = \"***\", X-Site = \"north\" } ")?.hasSuffix(":4") == true)
        #expect(line("1001 = \"file:/etc/pw/1001\" ")?.hasSuffix(":6") == true)
        #expect(line("snake = \"file:/etc/pw/snake\" ")?.hasSuffix(":7") == true)
        #expect(!text.contains("hunter2"))
    }

    @Test("what is printed without secrets can be read again and means the same")
    func roundTrip() throws {
        let first = try resolve(
            """
            manifest = "file:///srv/m.json"
            games_dir = "/srv/g \\" \\\\ \\u001b"
            """.replacing(" \\u001b", with: "")
                + "\n[hooks]\nafter_swap = [[\"sh\", \"-c\", \"echo a\\nb\\u0001\"], [\"x\"]]\n[limits]\nmin_free = 12345\n"
                + "[passwords]\n\"snake.v2\" = \"file:/a\"\n\"蛇\" = \"file:/b\"\n[serve]\nlisten = \"[::1]:1\"\n"
                + "[transfer]\nheaders = { X-Site = \"a\\tb\" }\n[trust]\nkeys = [\"/a\"]\n[sync]\ninterval = \"90s\"\n"
        )
        let second = try resolve(ConfigPrinter(first).toml)
        #expect(second.config == first.config)
    }

    @Test("as JSON it has every key and every origin, secrets as stars")
    func json() throws {
        let json = ConfigPrinter(try resolve(secrets)).json
        #expect(json["schema"] == 1)
        #expect(json["file"] == "/etc/assetsync/assetsync.toml")
        #expect(json["config"]?["manifest"] == "https://***@cdn.example.com/m.json?***")
        #expect(json["config"]?["sync"]?["keep_versions"] == 2)
        #expect(json["config"]?["sync"]?["interval"] == "15m")
        #expect(json["config"]?["transfer"]?["headers"] == ["Authorization": "***", "X-Site": "north"])
        #expect(json["config"]?["passwords"]?["snake"] == "file:/etc/pw/snake")
        #expect(json["config"]?["trust"]?["keys"] == [])
        #expect(json["origins"]?["sync.interval"] == ["from": "default"])
        #expect(
            json["origins"]?["transfer.proxy"]
                == ["from": "file", "file": "/etc/assetsync/assetsync.toml", "line": 3])
        #expect(!json.serialized.contains("hunter2"))
        #expect(try JSON(parsing: Array(json.serialized.utf8)) == json)
        for key in ConfigKey.all { #expect(json["origins"]?[key.path] != nil, "\(key.path)") }
    }
}
