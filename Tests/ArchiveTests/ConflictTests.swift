import SyncArchive
import TestSupport
import Testing

@Suite("Refusing conflicts") struct ConflictTests {
    static let cases: [Refused] = {
        func archive(_ members: ZipMember...) -> [UInt8] { ZipMaker([ZipMember("index.html", "x")] + members).bytes() }
        return [
            Refused("the same name twice", archive(ZipMember("a", "1"), ZipMember("a", "2")), "the name occurs twice"),
            Refused(
                "the same name and bytes twice", archive(ZipMember("a", "1"), ZipMember("a", "1")),
                "the name occurs twice"),
            Refused(
                "the same after tidying", archive(ZipMember("a/b", "1"), ZipMember("./a//b", "2")),
                "the name occurs twice"),
            Refused(
                "the same with another slash",
                archive(ZipMember("a/b", "1"), ZipMember("a\\b", "2").with { $0.host = 0 }), "the name occurs twice"),
            Refused("a file and a folder", archive(ZipMember("a", "1"), .folder("a/")), "a file and a folder at once"),
            Refused("a folder and a file", archive(.folder("a/"), ZipMember("a", "1")), "a file and a folder at once"),
            Refused(
                "a file and something below it", archive(ZipMember("a", "1"), ZipMember("a/b", "2")),
                "a file and a folder at once"),
            Refused(
                "something below a file", archive(ZipMember("a/b", "2"), ZipMember("a", "1")),
                "a file and a folder at once"),
            Refused(
                "far below a file, others between",
                archive(ZipMember("a", "1"), ZipMember("a-b", "1"), ZipMember("a.b", "1"), ZipMember("a/b/c/d", "2")),
                "a file and a folder at once"),
            Refused(
                "a folder below a file", archive(ZipMember("a", "1"), .folder("a/b/")), "a file and a folder at once"),
            Refused(
                "a link and a file", archive(.link("a", to: "index.html"), ZipMember("a", "1")), "the name occurs twice"
            ),
            Refused(
                "two links", archive(.link("a", to: "index.html"), .link("a", to: "index.html")),
                "the name occurs twice"),
            Refused(
                "a link and a folder", archive(.link("a", to: "index.html"), .folder("a/")),
                "a file and a folder at once"),
            Refused(
                "a file below a link", archive(.folder("real/"), .link("a", to: "real"), ZipMember("a/b", "1")),
                "below the symlink `a`"),
            Refused(
                "a folder below a link", archive(.folder("real/"), .link("a", to: "real"), .folder("a/b/")),
                "below the symlink `a`"),
            Refused(
                "a link below a link", archive(.folder("real/"), .link("a", to: "real"), .link("a/b", to: "c")),
                "below the symlink `a`"),
            Refused(
                "a link after what is below it", archive(ZipMember("a/b/c", "1"), .link("a/b", to: "../index.html")),
                "below the symlink `a/b`"),
        ]
    }()

    @Test("entries that cannot all be made are refused before anything is written", arguments: cases)
    func refuses(_ refused: Refused) async throws { try await refused.check() }

    @Test("names that only look alike are kept apart, and warned about when case is the difference")
    func alike() async throws {
        let maker = ZipMaker(files: [
            ("Readme.txt", "1"), ("README.TXT", "2"), ("a-b", "3"), ("a/b", "4"), ("A/c", "5"), ("é", "6"), ("É", "7"),
            ("e\u{301}", "8"),
        ])
        let out = try await unpack(maker.bytes())
        #expect(out.made.filter { $0.kind == .file }.count == 8)
        #expect(
            out.warnings == [
                "`A` and `a` differ only by case", "`README.TXT` and `Readme.txt` differ only by case",
                "`É` and `é` differ only by case",
            ])
    }

    @Test("the same folder may be named more than once, before or after what is in it")
    func folders() async throws {
        let maker = ZipMaker([ZipMember("d/e/a", "1"), .folder("d/"), .folder("d/"), .folder("d/e/"), .folder("f/g/")])
        let out = try await unpack(maker.bytes())
        #expect(out.folders == ["d", "d/e", "f", "f/g"])
        #expect(out.made.map(\.path) == ["d", "d/e", "d/e/a", "f", "f/g"])
    }
}
