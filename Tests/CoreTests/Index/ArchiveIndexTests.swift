import SyncCore
import Testing

@Suite("Archive index") struct ArchiveIndexTests {
    private static let digest = String(repeating: "ab", count: 32)

    private static func file(
        _ path: String = "a/b.js", size: String = "9", mode: String = "\"644\"", offset: String = "40",
        packed: String = "5", method: String = "\"deflate\"", crc32: String = "\"0000000f\"", sha256: String = digest
    ) -> String {
        """
        {"path":"\(path)","size":\(size),"mode":\(mode),"sha256":"\(sha256)","offset":\(offset),"packed":\(packed),\
        "method":\(method),"crc32":\(crc32)}
        """
    }

    private static func index(
        _ files: [String], folders: String = "", links: String = "", size: String = "1000", schema: String = "1"
    ) -> String {
        """
        {"schema":\(schema),"archive":{"size":\(size),"sha256":"\(digest)"},"files":[\(files.joined(separator: ","))],\
        "folders":[\(folders)],"links":[\(links)]}
        """
    }

    @Test("it is read as it is written, and written as it was read")
    func roundTrip() throws {
        let text = Self.index(
            [Self.file(), Self.file("ü", size: "5", offset: "45", method: "\"store\"")],
            folders: #"{"path":"a","mode":"755"}"#, links: #"{"path":"l","target":"a/b.js"}"#)
        let index = try ArchiveIndex(parsing: Array(text.utf8))
        #expect(index.json.serialized == text)
        #expect(index.files.first?.mode == 0o644)
        #expect(index.files.first?.crc32 == 15)
        #expect(index.links.first?.target == "a/b.js")
        // What is added one day does not disturb.
        let later = text.replacing("{\"schema\":1,", with: "{\"schema\":1,\"patches\":[],")
        #expect(try ArchiveIndex(parsing: Array(later.utf8)) == index)
    }

    static let bad = [
        "", "[]", "{}", index([]), index([file()], schema: "2"), index([file()], size: "44"),
        index([file()], size: "-1"),
        index([file("../x")]), index([file("/x")]), index([file("a//b")]), index([file("a/./b")]), index([file("")]),
        index([file("a\\u0000b")]), index([file("a\\\\..\\\\b")]), index([file("a/\\n")]),
        index([file(String(repeating: "n", count: 256))]),
        index([file(size: "-1")]), index([file(size: "1.5")]), index([file(size: "99999999999999999999")]),
        index([file(mode: "\"1777\"")]), index([file(mode: "\"9\"")]), index([file(mode: "420")]),
        index([file(offset: "-1")]), index([file(offset: "9223372036854775807")]),
        index([file(packed: "9223372036854775807")]), index([file(method: "\"lzma\"")]),
        index([file(method: "\"store\"")]), index([file(crc32: "\"f\"")]), index([file(crc32: "15")]),
        index([file(sha256: "ab")]),
        index([file("a"), file("a", offset: "100")]), index([file("a"), file("a/b", offset: "100")]),
        index([file("a"), file("b", offset: "44")]), index([file("a")], folders: #"{"path":"a","mode":"755"}"#),
        index([file("a/b")], links: #"{"path":"a","target":"x"}"#),
        index([file("a")], links: #"{"path":"l","target":""}"#),
        index([file("a", size: "9223372036854775807"), file("b", size: "9223372036854775807", offset: "100")]),
        #"{"schema":1,"schema":1,"archive":{"size":9,"sha256":"\#(digest)"},"files":[],"folders":[],"links":[]}"#,
    ]

    @Test("what is not safe, or does not fit together, is refused as a whole", arguments: bad)
    func refused(_ text: String) {
        #expect(throws: IndexError.self) { try ArchiveIndex(parsing: Array(text.utf8)) }
    }

    @Test("an update costs the packed bytes of what is new, each content once, whatever its name")
    func newBytes() throws {
        let other = String(repeating: "cd", count: 32)
        let old = try ArchiveIndex(parsing: Array(Self.index([Self.file("old-name")]).utf8))
        let new = try ArchiveIndex(
            parsing: Array(
                Self.index([
                    Self.file("a"), Self.file("b", offset: "50", packed: "7", sha256: other),
                    Self.file("c", offset: "60", packed: "7", sha256: other),
                ]).utf8))
        #expect(new.newBytes(since: old) == 7)
        #expect(new.newBytes(since: new) == 0)
    }

    @Test("a manifest leads to it, and one that breaks a rule costs only itself")
    func reference() throws {
        func index(_ member: String) throws -> IndexReference? {
            try ManifestText.release(ManifestText.entry(more: "\"index\":\(member)")).index
        }
        let good = try #require(try index(#"{"url":"a.gz","sha256":"\#(Self.digest)"}"#))
        #expect(good.url.description == "https://cdn.example.com/games/a.gz")
        #expect(good.sha256.hex == Self.digest)
        for bad in [
            "null", "1", "{}", #"{"url":"a.gz"}"#, #"{"url":"","sha256":"\#(Self.digest)"}"#,
            #"{"url":"a","sha256":"x"}"#,
        ] {
            #expect(try index(bad) == nil)
        }
    }
}
