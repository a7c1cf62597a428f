import SyncCore
import Testing

@Suite("Relative URL") struct RelativeURLTests {
    @Test(
        "references resolve as RFC 3986, section 5.4, lists them",
        arguments: [
            ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("g#s", "http://a/b/c/g"),
            ("g?y#s", "http://a/b/c/g?y"),
            (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
            ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
            ("../../", "http://a/"),
            ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"),
            ("/./g", "http://a/g"),
            ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."),
            ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"),
            ("g/./h", "http://a/b/c/g/h"),
            ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
            ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
        ])
    func standard(_ reference: String, _ absolute: String) throws {
        let base = try SafeURL("http://a/b/c/d;p?q")
        #expect(try SafeURL(reference, relativeTo: base).absolute == absolute)
    }

    @Test(
        "the manifest's own query and fragment belong to the manifest alone",
        arguments: [
            ("snake.zip", "https://u:p@h:8443/games/v1/snake.zip"), ("/snake.zip", "https://u:p@h:8443/snake.zip"),
            ("//cdn.example.com/snake.zip", "https://cdn.example.com/snake.zip"),
            ("?id=1", "https://u:p@h:8443/games/v1/m.json?id=1"),
            ("../a b/游.zip?x=1#y", "https://u:p@h:8443/games/a%20b/%E6%B8%B8.zip?x=1"),
            ("a//b", "https://u:p@h:8443/games/v1/a//b"), ("a/b:c", "https://u:p@h:8443/games/v1/a/b:c"),
            ("./b:c", "https://u:p@h:8443/games/v1/b:c"),
            ("http://other/x", "http://other/x"), ("a\\b.zip", "https://u:p@h:8443/games/v1/a%5Cb.zip"),
            ("%2e%2e/x", "https://u:p@h:8443/games/v1/%2e%2e/x"),
            (" snake.zip\n", "https://u:p@h:8443/games/v1/snake.zip"),
            ("~user/x", "https://u:p@h:8443/games/v1/~user/x"),
        ])
    func manifest(_ reference: String, _ absolute: String) throws {
        let base = try SafeURL("https://u:p@h:8443/games/v1/m.json?token=a/b/../c#frag/ment")
        let url = try SafeURL(reference, relativeTo: base)
        #expect(url.absolute == absolute)
        #expect(!url.description.contains("u:p") && !url.description.contains("token"))
    }

    @Test("a base without a path, with a folder, and one that is a file")
    func bases() throws {
        #expect(try SafeURL("a.zip", relativeTo: SafeURL("https://h")).absolute == "https://h/a.zip")
        #expect(try SafeURL("../a.zip", relativeTo: SafeURL("https://h")).absolute == "https://h/a.zip")
        #expect(try SafeURL("a.zip", relativeTo: SafeURL("https://h?q")).absolute == "https://h/a.zip")
        #expect(try SafeURL("?x", relativeTo: SafeURL("https://h")).absolute == "https://h?x")
        #expect(try SafeURL("a.zip", relativeTo: SafeURL("https://h/games/")).absolute == "https://h/games/a.zip")
        let file = try SafeURL("file:///srv/my games/manifest.json")
        #expect(try SafeURL("a b.zip", relativeTo: file).filePath == "/srv/my games/a b.zip")
        #expect(try SafeURL("../../../../etc/a", relativeTo: file).filePath == "/etc/a")
        #expect(throws: URLError.broken) { try SafeURL("//server/a.zip", relativeTo: file) }
        #expect(throws: URLError.broken) { try SafeURL("a%00.zip", relativeTo: file) }
    }

    @Test("a first segment with a colon is no relative path")
    func colon() throws {
        let base = try SafeURL("https://h/manifest.json")
        #expect(throws: URLError.broken) { try SafeURL("1:2.zip", relativeTo: base) }
        #expect(throws: URLError.broken) { try SafeURL("游:2.zip", relativeTo: base) }
        #expect(try SafeURL("a?b:c", relativeTo: base).absolute == "https://h/a?b:c")
    }

    @Test("a path of a hundred thousand steps up and down is resolved at once")
    func longPath() throws {
        let base = try SafeURL("https://h/x/")
        let text = String(repeating: "a/../", count: 100_000) + "b"
        #expect(try SafeURL(text, relativeTo: base).absolute == "https://h/x/b")
    }

    @Test(
        "a base is stored without secrets, and gets the user-info of its owner back where it is sent to the same server",
        arguments: [
            ("http://u:p@a/b/m.json?t=1", "http://a/b/m.json", "http://u:p@a/b/g"),
            ("http://u:p@a:8080/m", "http://a:8080/m", "http://a:8080/g"),
            ("https://a/b/m.json", "https://a/b/m.json", "https://a/b/g"),
            ("http://other/b/m.json?t=1", "http://other/b/m.json", "http://other/b/g"),
            ("http://[::1]:81/m", "http://[::1]:81/m", "http://[::1]:81/g"),
            ("file:///d/m", "file:///d/m", "file:///d/g"),
        ])
    func stored(_ found: String, _ stored: String, _ resolved: String) throws {
        let url = try SafeURL(found)
        #expect(url.withoutSecrets == stored)
        let base = try SafeURL(stored: stored, credentialsOf: try SafeURL("http://u:p@a/config.json?q"))
        #expect(try SafeURL("g", relativeTo: base).absolute == resolved)
    }
}
