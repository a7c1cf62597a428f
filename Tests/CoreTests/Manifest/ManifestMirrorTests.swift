import SyncCore
import Testing

@Suite("Mirrors") struct ManifestMirrorTests {
    private static let manifest = "https://cdn.example.com/games/manifest.json"

    @Test(
        "a mirror takes the place of the manifest's folder, and of nothing else",
        arguments: [
            ("https://cdn.example.com/games/snake.zip", manifest, "https://m.example.com/snake.zip"),
            ("https://cdn.example.com/games/a/b%20c.zip", manifest, "https://m.example.com/a/b%20c.zip"),
            ("https://cdn.example.com/games/snake.zip?token=s3cret", manifest, "https://m.example.com/snake.zip"),
            ("https://u:s3cret@cdn.example.com/games/snake.zip", manifest, "https://m.example.com/snake.zip"),
            (
                "https://cdn.example.com/snake.zip", "https://u:p@cdn.example.com/m.json?k=1/2",
                "https://m.example.com/snake.zip"
            ),
            ("s3://bucket/games/snake.zip", "s3://bucket/games/manifest.json", "https://m.example.com/snake.zip"),
            ("https://cdn.example.com/other/snake.zip", manifest, nil),
            ("https://cdn.example.com/games2/snake.zip", manifest, nil),
            ("https://cdn.example.com/games/", manifest, nil), ("https://cdn.example.com/games", manifest, nil),
            ("https://cdn.example.com:8443/games/snake.zip", manifest, nil),
            ("http://cdn.example.com/games/snake.zip", manifest, nil),
            ("https://evil.example.com/games/snake.zip", manifest, nil),
            ("https://cdn.example.com/snake.zip", "https://cdn.example.com", nil),
        ] as [(String, String, String?)])
    func prefix(_ archive: String, _ manifest: String, _ expected: String?) throws {
        let mirrored = try SafeURL(archive).mirrored(
            at: SafeURL("https://m.example.com/"), manifest: SafeURL(manifest))
        #expect(mirrored?.absolute == expected)
    }

    private func read(_ entry: String, mirrors: [String] = [], allowHTTP: Bool = true) throws -> Manifest {
        try Manifest(
            parsing: Array("[\(entry)]".utf8),
            rules: .init(
                base: SafeURL(Self.manifest), allowHTTP: allowHTTP, mirrors: mirrors.map { try SafeURL($0) }))
    }

    @Test("the entry's mirrors come before those of the configuration, and none comes twice")
    func order() throws {
        let more = """
            "mirrors":["old/snake.zip","https://b.example.com/x.zip","https://cdn.example.com/games/snake.zip",
            "https://m2.example.com/g/snake.zip"]
            """
        let manifest = try read(
            ManifestText.entry(more: more), mirrors: ["https://m1.example.com/", "https://m2.example.com/g/"])
        #expect(
            manifest.releases.first?.mirrors.map(\.absolute) == [
                "https://cdn.example.com/games/old/snake.zip", "https://b.example.com/x.zip",
                "https://m2.example.com/g/snake.zip", "https://m1.example.com/snake.zip",
            ])
        #expect(manifest.droppedMirrors.isEmpty)
    }

    @Test(
        "a mirror that cannot be used is left out and told, and the game is not refused for it",
        arguments: [
            ("[\"\"]", "empty"), ("[\"ftp://h/x\"]", "ftp"), ("[\"file:///x\"]", "`file`"),
            ("[\"http://h/x\"]", "plain `http`"), ("[5]", "a number"), ("\"https://h/x\"", "not a list"),
            ("{}", "not a list"), ("[\"https://user:s3cret@\"]", "host"),
        ])
    func dropped(_ value: String, _ word: String) throws {
        let manifest = try read(ManifestText.entry(more: "\"mirrors\":\(value)"), allowHTTP: false)
        #expect(manifest.refused.isEmpty)
        #expect(manifest.releases.first?.mirrors == [])
        #expect(manifest.droppedMirrors.map(\.game.text) == ["snake"])
        let problem = try #require(manifest.droppedMirrors.first?.problem)
        #expect(problem.contains(word), "\(problem)")
        #expect(problem.printable() == problem && !problem.contains("s3cret"))
    }

    @Test("no mirrors are no mistake", arguments: ["null", "[]"])
    func none(_ value: String) throws {
        let manifest = try read(ManifestText.entry(more: "\"mirrors\":\(value)"))
        #expect(manifest.releases.first?.mirrors == [])
        #expect(manifest.droppedMirrors.isEmpty)
    }

    @Test("a flood of mirrors is cut off")
    func many() throws {
        let list = (0..<5_000).map { "\"https://h/\($0)\"" }.joined(separator: ",")
        let manifest = try read(ManifestText.entry(more: "\"mirrors\":[\(list)]"))
        #expect(manifest.releases.first?.mirrors.count == 16)
        #expect(manifest.droppedMirrors.map(\.problem) == ["there are 5000 mirrors, and only 16 are tried"])
    }

    @Test("other mirrors alone are nothing to do")
    func nothingToDo() throws {
        let entry = ManifestText.entry(
            more: "\"sha256\":\"\(String(repeating: "0", count: 64))\",\"mirrors\":[\"b.zip\"]")
        let plan = Plan(
            manifest: try read(entry, mirrors: ["https://m.example.com/"]), records: [try Sample.installed("snake")],
            onDisk: Sample.disk(["snake"]))
        #expect(plan.isSettled)
    }
}
