import SyncEngine
import Testing

@Suite("Globs") struct EntryGlobTests {
    /// Whether git(1) ignores the path, of a folder where it ends with a slash, with that line in .gitignore.
    @Test(
        "a pattern chooses as a line of .gitignore does",
        arguments: [
            // Without a slash: at every depth, and everything in a folder.
            ("a.png", "a.png", true), ("a.png", "x/y/a.png", true), ("a.png", "a.pngx", false),
            ("img", "img/x/a.png", true), ("img", "x/img/a.png", true), ("img", "imgs/a.png", false),
            ("*", "x/y", true), ("*.png", "x/a.png", true), ("*.png", "a.jpg", false), ("a*b*c", "a-b-b-c", true),
            ("a*b*c", "a-c-b", false), ("*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false),
            ("?.png", "a.png", true), ("?.png", "ab.png", false),
            // With one: from the top.
            ("/a.png", "a.png", true), ("/a.png", "x/a.png", false), ("x/a.png", "x/a.png", true),
            ("x/a.png", "y/x/a.png", false), ("x/*", "x/a", true), ("x/*", "x/y/a", true),
            ("x/*.png", "x/y/a.png", false),
            ("x/?/a", "x/y/a", true), ("x?a", "x/a", false),
            // A slash at the end: folders only.
            ("x/", "x/a", true), ("x/", "y/x/a", true), ("x/", "x", false), ("x/", "x/", true), ("x/y/", "x/y", false),
            // Any number of folders.
            ("**/a", "a", true), ("**/a", "x/y/a", true), ("**/x/a", "y/x/a", true), ("x/**/a", "x/a", true),
            ("x/**/a", "x/y/z/a", true), ("x/**/a", "y/x/a", false), ("x/**", "x/a", true), ("x/**", "x/y/a", true),
            ("x/**/y/**/a", "x/1/y/2/3/a", true), ("x/**/y/**/a", "x/1/2/3/a", false),
            ("a**b", "a--b", true), ("a**b", "a/b", false),
            // Brackets and backslashes.
            ("[ab].png", "b.png", true), ("[ab].png", "c.png", false), ("[a-c]", "b", true), ("[!a-c]", "b", false),
            ("[^a-c]", "d", true), ("[]x]", "]", true), ("[]x]", "y", false), ("\\*", "*", true), ("\\*", "a", false),
            ("[a-]", "-", true), ("[\\]]", "]", true), ("x[/]y", "x/y", false),
        ])
    func table(_ pattern: String, _ path: String, _ matches: Bool) throws {
        let glob = try #require(EntryGlob(pattern))
        let isFolder = path.hasSuffix("/")
        #expect(glob.matches(isFolder ? String(path.dropLast()) : path, isFolder: isFolder) == matches)
    }

    @Test("a bracket that is never closed is an ordinary character, as in fnmatch(3)")
    func openBracket() throws {
        #expect(try #require(EntryGlob("a[b")).matches("a[b", isFolder: false))
        #expect(try #require(EntryGlob("a[b")).matches("ab", isFolder: false) == false)
    }

    @Test("a path as shells complete it begins at the top")
    func dotSlash() throws {
        let glob = try #require(EntryGlob("./img/*"))
        #expect(glob.matches("img/a", isFolder: false))
        #expect(try #require(EntryGlob("./a")).matches("x/a", isFolder: false) == false)
    }

    @Test("a question mark is one character, and what looks the same is the same, composed or not")
    func composition() throws {
        #expect(try #require(EntryGlob("?.png")).matches("x/贪.png", isFolder: false))
        #expect(try #require(EntryGlob("caf\u{E9}.*")).matches("cafe\u{301}.png", isFolder: false))
    }

    @Test("a pattern that names nothing is none", arguments: ["", "/", "//", ".", "./"])
    func nothing(_ text: String) { #expect(EntryGlob(text) == nil) }
}
