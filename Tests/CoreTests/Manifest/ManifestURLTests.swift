import SyncCore
import Testing

@Suite("Manifest URLs") struct ManifestURLTests {
    @Test(
        "a relative URL resolves against where the manifest came from after redirects",
        arguments: [
            ("bundles/snake.zip", "https://cdn.example.com/games/bundles/snake.zip"),
            ("/bundles/snake.zip", "https://cdn.example.com/bundles/snake.zip"),
            ("../snake.zip", "https://cdn.example.com/snake.zip"),
            ("../../../snake.zip", "https://cdn.example.com/snake.zip"),
            ("//mirror.example.org/snake.zip", "https://mirror.example.org/snake.zip"),
            ("?game=snake", "https://cdn.example.com/games/manifest.json?game=snake"),
            ("snake 1.0.zip#frag ment", "https://cdn.example.com/games/snake%201.0.zip"),
            ("./snake.zip", "https://cdn.example.com/games/snake.zip"),
            ("游戏.zip", "https://cdn.example.com/games/%E6%B8%B8%E6%88%8F.zip"),
            (" snake.zip ", "https://cdn.example.com/games/snake.zip"),
            ("http://h/a", "http://h/a"), ("s3://bucket/snake.zip", "s3://bucket/snake.zip"),
            ("https://user:pw@h/a?token=x", "https://user:pw@h/a?token=x"),
        ])
    func relative(_ url: String, _ absolute: String) throws {
        let release = try ManifestText.release(
            ManifestText.entry(url: "\"\(url)\""), from: "https://cdn.example.com/games/manifest.json?token=s3cret/x#y")
        #expect(release.url.absolute == absolute)
    }

    @Test("file URLs are for manifests that are files themselves")
    func file() throws {
        let base = "file:///srv/games/manifest.json"
        #expect(
            try ManifestText.release(ManifestText.entry(url: "\"a b.zip\""), from: base).url.filePath
                == "/srv/games/a b.zip")
        #expect(
            try ManifestText.release(ManifestText.entry(url: "\"file:///x/a.zip\""), from: base).url.filePath
                == "/x/a.zip")
        #expect(
            try ManifestText.release(ManifestText.entry(url: "\"https://h/a.zip\""), from: base).url.scheme == .https)
        for origin in ["https://h/m.json", "http://h/m.json", "s3://b/m.json"] {
            for url in [
                "file:///etc/passwd", "FILE:///etc/passwd", "file:/etc/passwd", " file:///x", "file://localhost/x",
            ] {
                #expect(
                    try ManifestText.refusal(ManifestText.entry(url: "\"\(url)\""), from: origin).reason == .fileURL)
            }
        }
    }

    @Test(
        "an empty or broken URL and other schemes fail the entry",
        arguments: [
            ("", URLError.empty), (" ", .empty), ("#x", .empty), ("ftp://127.0.0.1/x.zip", .scheme("ftp")),
            ("javascript:alert(1)", .scheme("javascript")),
            ("data:application/zip;base64,UEs=", .scheme("data")), ("C:\\\\games\\\\a.zip", .scheme("C")),
            ("https://", .noHost), ("https:///a", .noHost), ("http:a", .noHost),
            ("https://h:99999/a", .broken), ("https://[::1/a", .broken), ("https://h h/a", .broken),
            ("a\\u0000b", .broken), ("a\\nb", .broken),
            ("https://h/\\u001b[2J", .broken), ("s3cret:s3cret@h/a.zip", .broken), ("1:2", .broken),
        ])
    func broken(_ url: String, _ error: URLError) throws {
        let refused = try ManifestText.refusal(ManifestText.entry(url: "\"\(url)\""))
        #expect(refused.reason == .url(error))
        #expect(refused.name == "snake")
        #expect(refused.reason.summary.contains("URL"))
        #expect(refused.reason.hint?.contains("`https`") == true)
    }

    @Test("plain http can be forbidden, also by way of a relative URL")
    func plainHTTP() throws {
        let entry = ManifestText.entry(url: "\"http://h/a.zip\"")
        let refused = try ManifestText.refusal(entry, allowHTTP: false)
        #expect(refused.reason == .plainHTTP)
        #expect(refused.reason.summary.contains("`transfer.allow_http = false`"))
        #expect(try ManifestText.release(entry).url.scheme == .http)
        #expect(try ManifestText.release(ManifestText.entry(), allowHTTP: false).url.scheme == .https)
        let relative = try ManifestText.read("[\(ManifestText.entry())]", from: "http://h/m.json", allowHTTP: false)
        #expect(relative.refused.map(\.reason) == [.plainHTTP])
    }

    @Test("two games may share one URL")
    func shared() throws {
        let manifest = try ManifestText.read("[\(ManifestText.entry()),\(ManifestText.entry(id: "\"other\""))]")
        #expect(manifest.releases.map(\.game.text) == ["other", "snake"])
    }
}
