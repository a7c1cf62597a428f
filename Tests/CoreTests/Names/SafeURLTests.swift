import SyncCore
import Testing

@Suite("URL") struct SafeURLTests {
    @Test(
        "what is written right stays as it is",
        arguments: [
            "https://cdn.example.com/a/b.zip", "http://cdn.example.com:8080/a.zip", "https://h/", "https://h",
            "https://h/a;b=1,2/c(d)'e!*$&+@:~_-.zip", "https://h/a//b", "https://h/%41%2F%2e%2E/",
            "https://[2001:db8::1]/a", "https://[::1]:8443/a", "https://[::ffff:127.0.0.1]/a",
            "https://[fe80::1%25eth0]/a",
            "https://127.0.0.1/a", "s3://bucket/key/a.zip", "file:///srv/games/a.zip",
            "https://xn--bcher-kva.example/a",
        ])
    func unchanged(_ text: String) throws {
        #expect(try SafeURL(text).absolute == text)
        #expect(try SafeURL(text).description == text)
    }

    @Test(
        "what may not stand in an address is encoded, and what is encoded stays so",
        arguments: [
            ("https://h/a b.zip", "https://h/a%20b.zip"), ("https://h/a b%20c.zip", "https://h/a%20b%20c.zip"),
            ("https://h/游戏 1.zip", "https://h/%E6%B8%B8%E6%88%8F%201.zip"),
            ("https://h/100%.zip", "https://h/100%25.zip"),
            ("https://h/%", "https://h/%25"), ("https://h/%4", "https://h/%254"),
            ("https://h/%zz%41", "https://h/%25zz%41"),
            ("https://h/a\\b", "https://h/a%5Cb"),
            ("https://h/a[1]^`{|}\"<>", "https://h/a%5B1%5D%5E%60%7B%7C%7D%22%3C%3E"),
            ("https://h/e\u{301}", "https://h/e%CC%81"), ("https://h/\u{E9}", "https://h/%C3%A9"),
            ("https://h/?q=a b&c[]=ü", "https://h/?q=a%20b&c%5B%5D=%C3%BC"),
            ("https://h/?a?b/c@d:e", "https://h/?a?b/c@d:e"),
            ("https://user name:p@ss@h/", "https://user%20name:p%40ss@h/"),
            ("https://Bücher.example/a", "https://b%C3%BCcher.example/a"),
            ("HTTPS://CDN.Example.COM/A", "https://cdn.example.com/A"),
            ("https://%63dn.example.com/a", "https://cdn.example.com/a"), ("https://h:/a", "https://h/a"),
            ("https://h:00443/a", "https://h:443/a"), ("https://@h/a", "https://h/a"),
            ("  https://h/a \r\n", "https://h/a"),
            ("\u{3000}https://h/a\u{A0}", "https://h/a"), ("https://h/a/../b/./c/..", "https://h/b/"),
            ("https://h/../../a", "https://h/a"), ("file:/srv/a b.zip", "file:///srv/a%20b.zip"),
            ("file://localhost/srv/a.zip", "file:///srv/a.zip"), ("FILE://LOCALHOST/a", "file:///a"),
        ])
    func normalised(_ text: String, _ absolute: String) throws {
        #expect(try SafeURL(text).absolute == absolute)
    }

    @Test("reading the result again changes nothing")
    func stable() throws {
        for text in ["https://u:p@h:1/a b/%zz/../ü?x y#z", "https://Bücher.example/%", "file:///a%20b", "s3://b/k?v=1"]
        {
            let url = try SafeURL(text)
            #expect(try SafeURL(url.absolute) == url)
        }
    }

    @Test(
        "fragments are dropped, wherever they begin",
        arguments: [
            ("https://h/a#b", "https://h/a"), ("https://h/a?b#c?d#e", "https://h/a?b"), ("https://h#a", "https://h"),
            ("https://h/a#frag ment", "https://h/a"), ("https://h/a#\u{301}b", "https://h/a"),
            ("https://h/a#@evil/", "https://h/a"),
        ])
    func fragments(_ text: String, _ absolute: String) throws {
        #expect(try SafeURL(text).absolute == absolute)
    }

    @Test(
        "user-info and query are never printed, everything else is",
        arguments: [
            ("https://user:s3cret@cdn.example.com:8443/a/b.zip?token=s3cret", "https://cdn.example.com:8443/a/b.zip?…"),
            ("https://s3cret@h/a", "https://h/a"), ("https://h/a?s3cret", "https://h/a?…"),
            ("https://h/a?", "https://h/a?…"),
            ("https://s3cret:@h", "https://h"), ("https://a@s3cret@h/", "https://h/"),
            ("https://a:s3cret@h/", "https://h/"),
            ("https://h/a#s3cret", "https://h/a"), ("https://h?s3cret", "https://h?…"),
            ("s3://s3cret:s3cret@bucket/k?s3cret", "s3://bucket/k?…"),
            ("https://[::1]:1/?s3cret", "https://[::1]:1/?…"), ("file:///a?s3cret", "file:///a?…"),
        ])
    func secrets(_ text: String, _ shown: String) throws {
        let url = try SafeURL(text)
        #expect("\(url)" == shown)
        #expect(!"\(url)".contains("s3cret"))
        #expect(Logger.Field("url", url).value == shown)
    }

    @Test("the address itself keeps user-info and query, for the transfer")
    func absolute() throws {
        let url = try SafeURL("https://user:pw@h/a?token=x")
        #expect(url.absolute == "https://user:pw@h/a?token=x")
    }

    @Test("a host in another script is shown as it is read, without what turns a line round")
    func shownHost() throws {
        #expect(try SafeURL("https://bücher.example/ü").description == "https://bücher.example/%C3%BC")
        #expect(try SafeURL("https://a\u{202E}b.example/").description == "https://a\\u{202E}b.example/")
    }

    @Test("an address with nothing in it is empty", arguments: ["", " ", "\t\r\n", "#", "#a", " #a", "\u{3000}"])
    func empty(_ text: String) throws {
        let base = try SafeURL("https://h/manifest.json")
        #expect(throws: URLError.empty) { try SafeURL(text) }
        #expect(throws: URLError.empty) { try SafeURL(text, relativeTo: base) }
    }

    @Test(
        "a broken address is refused",
        arguments: [
            "https://h:99999/", "https://h:0/", "https://h:-1/", "https://h:8a/", "https://h:1:2/", "https://h: 80/",
            "https://h:18446744073709551617/", "https://[::1/", "https://::1/", "https://[]/", "https://[:]/",
            "https://[g::1]/",
            "https://[::1]x/", "https://[::1%eth0]/", "https://[::1%25]/", "https://ho st/", "https://ho%20st/",
            "https://h%00/",
            "https://h%2Fx/", "https://h|x/", "https://h\\x/", "https://h^/", "https://h%ff/", "https://h%zz/",
            "https://h;x/",
            "https:\\\\h\\a", "1:2", ":a", "-a:b", "游戏:a", "a b:c", "user:pw@h/a", "file:a", "file://server/a",
            "file://",
            "file://user@localhost/a", "file://localhost:80/a", "file:///a%00b", "file:///a%ffb", "relative.zip", "/a",
            "?a", "//h/a",
        ])
    func broken(_ text: String) {
        let error = #expect(throws: URLError.self) { try SafeURL(text) }
        #expect(error == .broken || error == .noHost, "\(String(describing: error))")
    }

    @Test(
        "an address without a host is refused",
        arguments: [
            "https:", "https://", "https:///a", "http:a", "http:/h/a", "https://?a", "https://:80/", "https://u@/a",
            "s3:///a",
        ])
    func noHost(_ text: String) {
        #expect(throws: URLError.noHost) { try SafeURL(text) }
    }

    @Test("control characters inside an address are refused", arguments: Array(0x00...0x1F) + [0x7F, 0x85] as [UInt32])
    func control(_ code: UInt32) throws {
        let character = String(try #require(Unicode.Scalar(code)))
        for text in [
            "https://h/a\(character)b", "https://h\(character)x/", "ht\(character)tps://h/",
            "https://h/?a\(character)b",
        ] {
            #expect(throws: URLError.broken) { try SafeURL(text) }
        }
    }

    @Test(
        "an unknown scheme is named",
        arguments: [
            ("ftp://h/a", "ftp"), ("javascript:alert(1)", "javascript"), ("data:text/plain,x", "data"),
            ("C:\\games\\a.zip", "C"),
            ("cdn.example.com:8080/a.zip", "cdn.example.com"), ("httpss://h/", "httpss"), ("gopher://u:p@h/", "gopher"),
            ("about:blank", "about"), ("scp:a", "scp"),
        ])
    func scheme(_ text: String, _ word: String) throws {
        let base = try SafeURL("https://h/manifest.json")
        #expect(throws: URLError.scheme(word)) { try SafeURL(text) }
        #expect(throws: URLError.scheme(word)) { try SafeURL(text, relativeTo: base) }
    }

    @Test("file paths are decoded, other addresses have none")
    func filePath() throws {
        #expect(try SafeURL("file:///srv/a%20b/%E6%B8%B8.zip").filePath == "/srv/a b/游.zip")
        #expect(try SafeURL("file:///srv/a b/../100%.zip").filePath == "/srv/100%.zip")
        #expect(try SafeURL("file:///a?b").filePath == "/a")
        #expect(try SafeURL("https://h/a").filePath == nil)
    }

    @Test("the last part of a path is one safe name or stays encoded")
    func lastPathComponent() throws {
        let cases = [
            ("https://h/a/b.zip", "b.zip"), ("https://h/a/b.zip/", "b.zip"), ("https://h/a%20b.zip?c/d", "a b.zip"),
            ("https://h/", ""),
            ("https://h", ""), ("https://h/..%2F..%2Fetc", "..%2F..%2Fetc"), ("https://h/%2e%2e", "%2e%2e"),
            ("https://h/a%00b", "a%00b"), ("https://h/a%ffb", "a%ffb"), ("https://h/%E6%B8%B8", "游"),
            ("https://h/%0a", "%0a"),
        ]
        for (text, name) in cases { #expect(try SafeURL(text).lastPathComponent == name) }
    }

    @Test("no text makes it stop, and what it accepts it accepts again")
    func oddTexts() throws {
        let pieces = [
            "https", "HTTP", "file", "s3", ":", "/", "//", "?", "#", "@", "[", "]", "%", "%2", "%41", "%00", "..", ".",
            "a", "h.example",
            "::1", "\\", " ", "\u{301}", "游", "🎮", "\u{202E}", "80", "65536", "-", "+", "\0", "\n",
        ]
        let base = try SafeURL("https://u:p@h/x/y?z")
        var seed = 1
        for _ in 0..<20_000 {
            var text = ""
            for _ in 0..<7 {
                seed = seed * 48_271 % 2_147_483_647
                text += pieces[seed % pieces.count]
            }
            guard let url = try? SafeURL(text, relativeTo: base) else { continue }
            #expect(url.absolute.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(text.printable())")
            #expect(!url.absolute.contains("#"))
            #expect(try SafeURL(url.absolute) == url, "\(text.printable())")
            #expect(!url.description.contains("u:p@"))
        }
    }
}
