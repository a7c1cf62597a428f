import SyncCore
import Testing

@Suite("Manifest fields") struct ManifestFieldTests {
    static let md5 = String(repeating: "a", count: 32), sha256 = String(repeating: "b", count: 64)

    @Test("an entry says what it says under either set of names, and under a mix")
    func names() throws {
        let entries = [
            "{\"id\":\"snake\",\"version\":\"1.0\",\"url\":\"https://h/s.zip\",\"md5\":\"\(Self.md5)\",\"sha256\":\"\(Self.sha256)\",\"size\":7}",
            "{\"gameId\":\"snake\",\"h5Version\":\"1.0\",\"h5Down\":\"https://h/s.zip\",\"h5Md5\":\"\(Self.md5)\",\"sha256\":\"\(Self.sha256)\",\"size\":7}",
            "{\"gameId\":\"snake\",\"version\":\"1.0\",\"h5Down\":\"https://h/s.zip\",\"md5\":\"\(Self.md5)\",\"sha256\":\"\(Self.sha256)\",\"size\":7}",
        ]
        for entry in entries {
            let release = try ManifestText.release(entry)
            #expect(release.game.text == "snake")
            #expect(release.version.text == "1.0")
            #expect(release.url.absolute == "https://h/s.zip")
            #expect(release.md5?.hex == Self.md5)
            #expect(release.sha256?.hex == Self.sha256)
            #expect(release.size == 7)
        }
    }

    @Test("configured names replace the understood ones, dots lead into objects")
    func configured() throws {
        var fields = ManifestFields()
        fields.id = ["i", "d"]
        fields.version = ["v"]
        fields.url = ["u"]
        fields.md5 = ["sum", "md5"]
        fields.sha256 = ["sum", "sha"]
        fields.size = ["sum", "n"]
        let sums = "\"sum\":{\"md5\":\"\(Self.md5)\",\"sha\":\"\(Self.sha256)\",\"n\":7}"
        let release = try ManifestText.release(
            "{\"i\":{\"d\":\"snake\"},\"v\":\"1.0\",\"u\":\"https://h/s.zip\",\(sums),\"id\":{},\"version\":[],\"url\":0,\"md5\":\"x\",\"size\":-1}",
            fields: fields)
        #expect(release.game.text == "snake" && release.version.text == "1.0" && release.size == 7)
        #expect(release.md5?.hex == Self.md5 && release.sha256?.hex == Self.sha256)

        let refused = try ManifestText.refusal(ManifestText.entry(), fields: fields)
        #expect(refused.reason == .missing("id"))
        #expect(refused.reason.hint?.contains("`manifest_fields.id`") == true)
        for broken in ["null", "7", "\"snake\"", "[]", "{}", "{\"d\":null}", "[{\"d\":\"snake\"}]"] {
            let entry = "{\"i\":\(broken),\"v\":\"1.0\",\"u\":\"https://h/s.zip\"}"
            #expect(try ManifestText.refusal(entry, fields: fields).reason == .missing("id"))
        }
    }

    @Test("a key with a dot in it is no path, and a path is no such key")
    func dottedKey() throws {
        var fields = ManifestFields()
        fields.id = ["i", "d"]
        #expect(
            try ManifestText.refusal("{\"i.d\":\"snake\",\"version\":\"1\",\"url\":\"a\"}", fields: fields).reason
                == .missing("id"))
    }

    @Test("names are case sensitive, and the password is never read")
    func unknown() throws {
        #expect(try ManifestText.refusal("{\"ID\":\"snake\",\"version\":\"1\",\"url\":\"a\"}").reason == .missing("id"))
        let plain = try ManifestText.release(ManifestText.entry())
        let more =
            "\"password\":\"s3cret\",\"gameName\":\"测试\",\"icon\":null,\"tags\":[\"a\",{\"b\":1}],\"h5Size\":12,\"index\":7,\"\":0"
        #expect(try ManifestText.release(ManifestText.entry(more: more)) == plain)
    }

    @Test("null counts as absent")
    func null() throws {
        let nulls =
            "\"md5\":null,\"h5Md5\":null,\"sha256\":null,\"size\":null,\"gameId\":null,\"h5Version\":null,\"h5Down\":null"
        let release = try ManifestText.release(ManifestText.entry(more: nulls))
        #expect(release == (try ManifestText.release(ManifestText.entry())))
        for (entry, field) in [
            (ManifestText.entry(id: "null"), "id"), (ManifestText.entry(version: "null"), "version"),
            (ManifestText.entry(url: "null"), "url"),
            (ManifestText.entry(id: nil), "id"), (ManifestText.entry(version: nil), "version"),
            (ManifestText.entry(url: nil), "url"), ("{}", "id"),
        ] {
            let refused = try ManifestText.refusal(entry)
            #expect(refused.reason == .missing(field))
            #expect(refused.name == (field == "id" ? "entry 1" : "snake"))
            #expect(refused.reason.summary == "the \(field) is missing")
            #expect(refused.reason.hint?.contains("`manifest_fields.\(field)`") == true)
        }
    }

    @Test("both names of a field may be there when they mean the same")
    func bothSame() throws {
        let both = [
            "\"gameId\":\"snake\"", "\"h5Version\":\"1.0\"", "\"h5Down\":\"./x/../snake.zip\"",
            "\"h5Down\":\"https://cdn.example.com/games/snake.zip#x\"",
        ]
        for more in both { #expect(try ManifestText.release(ManifestText.entry(more: more)).game.text == "snake") }
        let numbers = "{\"id\":1001,\"gameId\":\"1001\",\"version\":\"1.10\",\"h5Version\":1.10,\"url\":\"a.zip\"}"
        #expect(try ManifestText.release(numbers).version.text == "1.10")
        let digests = ManifestText.entry(more: "\"md5\":\"\(Self.md5)\",\"h5Md5\":\" \(Self.md5.uppercased()) \"")
        #expect(try ManifestText.release(digests).md5?.hex == Self.md5)
    }

    @Test(
        "both names of a field with different meaning fail the entry, because nobody can tell which one counts",
        arguments: [
            ("\"h5Version\":\"1.1\"", "version", "h5Version"), ("\"h5Version\":1", "version", "h5Version"),
            ("\"gameId\":\"Snake\"", "id", "gameId"),
            ("\"h5Down\":\"other.zip\"", "url", "h5Down"),
            (
                "\"md5\":\"00000000000000000000000000000000\",\"h5Md5\":\"00000000000000000000000000000001\"", "md5",
                "h5Md5"
            ),
        ])
    func bothDifferent(_ more: String, _ one: String, _ other: String) throws {
        let refused = try ManifestText.refusal(ManifestText.entry(more: more))
        #expect(refused.reason == .ambiguous(one, other))
        #expect(refused.reason.hint?.contains("`\(one) = \"\(one)\"`") == true)
    }

    @Test("ids under both names that look the same and differ in bytes are different")
    func bothNormalised() throws {
        let entry = ManifestText.entry(id: "\"caf\u{E9}\"", more: "\"gameId\":\"cafe\u{301}\"")
        #expect(try ManifestText.refusal(entry).reason == .ambiguous("id", "gameId"))
    }

    @Test(
        "a field of a wrong type fails the entry and is named with what was found",
        arguments: [
            ("id", "true", "the id is a boolean, not a string"), ("id", "[]", "the id is a list, not a string"),
            ("id", "{}", "the id is an object, not a string"),
            ("version", "false", "the version is a boolean, not a string"),
            ("version", "[\"1\"]", "the version is a list, not a string"),
            ("url", "7", "the url is a number, not a string"), ("url", "{}", "the url is an object, not a string"),
            ("url", "[\"a.zip\"]", "the url is a list, not a string"),
        ])
    func wrongType(_ field: String, _ value: String, _ words: String) throws {
        let entry =
            switch field {
            case "id": ManifestText.entry(id: value)
            case "version": ManifestText.entry(version: value)
            default: ManifestText.entry(url: value)
            }
        let refused = try ManifestText.refusal(entry)
        #expect(refused.reason.summary == words)
        #expect(refused.name == (field == "id" ? "entry 1" : "snake"))
    }

    @Test(
        "what is no object fails as an entry",
        arguments: [
            ("null", "null"), ("7", "a number"), ("\"snake\"", "a string"), ("[]", "a list"), ("true", "a boolean"),
        ])
    func notAnObject(_ text: String, _ kind: String) throws {
        let refused = try ManifestText.refusal(text)
        #expect(refused.reason.summary == "the entry is \(kind), not an object")
        #expect(refused.name == "entry 1")
    }

    @Test(
        "sizes are whole numbers of bytes from 0, as number or text",
        arguments: [("0", 0), ("1", 1), ("\"12\"", 12), ("9223372036854775807", Int64.max)])
    func size(_ text: String, _ bytes: Int64) throws {
        #expect(try ManifestText.release(ManifestText.entry(more: "\"size\":\(text)")).size == bytes)
    }

    @Test(
        "any other size fails the entry",
        arguments: [
            "-1", "1.5", "1e3", "9223372036854775808", "\"\"", "\" 1\"", "\"1 MiB\"", "\"0x10\"", "true", "[]", "{}",
            "1E400",
        ])
    func badSize(_ text: String) throws {
        let refused = try ManifestText.refusal(ManifestText.entry(more: "\"size\":\(text)"))
        #expect(refused.reason.summary.hasPrefix("the size "))
        #expect(refused.name == "snake")
    }
}
