import SyncArchive
import TestSupport
import Testing

@Suite("Refusing names") struct RefusedNameTests {
    static let cases = [
        Refused("an empty name", ZipMember("", "x"), "the name is empty"),
        Refused("a file named like the top folder", ZipMember(".", "x"), "the name is empty"),
        Refused("an absolute path", ZipMember("/etc/passwd", "x"), "the path is absolute"),
        Refused("two slashes in front", ZipMember("//server/share", "x"), "the path is absolute"),
        Refused("only a slash", ZipMember.folder("/"), "the path is absolute"),
        Refused(
            "a backslash in front, made on FAT", ZipMember("\\evil", "x").with { $0.host = 0 }, "the path is absolute"),
        Refused("a backslash in front, made on Unix", ZipMember("\\evil", "x"), "the path is absolute"),
        Refused(
            "a network share", ZipMember("\\\\server\\share\\evil", "x").with { $0.host = 10 }, "the path is absolute"),
        Refused("a drive", ZipMember("C:/evil.txt", "x").with { $0.host = 0 }, "drive letter"),
        Refused("a drive without a slash", ZipMember("c:evil.txt", "x").with { $0.host = 0 }, "drive letter"),
        Refused("a drive with a backslash", ZipMember("z:\\evil.txt", "x").with { $0.host = 14 }, "drive letter"),
        Refused("a drive, made on Unix", ZipMember("C:\\evil.txt", "x"), "drive letter"),
        Refused("a folder that is a drive", ZipMember.folder("D:/"), "drive letter"),
        Refused("the parent", ZipMember("../evil.txt", "x"), "through `..`"),
        Refused("the parent in the middle", ZipMember("a/../../evil.txt", "x"), "through `..`"),
        Refused("the parent in the middle, staying inside", ZipMember("a/../evil.txt", "x"), "through `..`"),
        Refused("the parent at the end", ZipMember("a/..", "x"), "through `..`"),
        Refused("the parent as a folder", ZipMember.folder("../"), "through `..`"),
        Refused("the parent behind a dot", ZipMember("./../evil.txt", "x"), "through `..`"),
        Refused(
            "the parent with backslashes, made on FAT", ZipMember("..\\evil.txt", "x").with { $0.host = 0 },
            "through `..`"),
        Refused(
            "the parent with mixed slashes", ZipMember("a/..\\..\\evil.txt", "x").with { $0.host = 0 }, "through `..`"),
        Refused("the parent with backslashes, made on Unix", ZipMember("a\\..\\..\\evil.txt", "x"), "through `..`"),
        Refused("the parent below what macOS adds", ZipMember("__MACOSX/../../evil", "x"), "through `..`"),
        Refused("a NUL", ZipMember("index.html\0.exe", "x"), "contains a NUL"),
        Refused("a NUL at the end", ZipMember("index.html\0", "x"), "contains a NUL"),
        Refused("a line break", ZipMember("a\nINSTALLED fake", "x"), "control character U+A"),
        Refused("an escape", ZipMember("\u{1B}[2J", "x"), "control character U+1B"),
        Refused("a delete", ZipMember("a\u{7F}", "x"), "control character U+7F"),
        Refused("a control character of the upper half", ZipMember("a\u{9B}31m", "x"), "control character U+9B"),
        Refused("a name of 256 bytes", ZipMember(String(repeating: "n", count: 256), "x"), "256 bytes, more than 255"),
        Refused(
            "a path of 5,000 bytes", ZipMember(String(repeating: "nnnn/", count: 1000), ""),
            "4999 bytes, more than 4096"),
    ]

    @Test("a name that could do harm is refused before anything is written", arguments: cases)
    func refuses(_ refused: Refused) async throws { try await refused.check() }

    @Test("a name that turns the line round is made, but never printed as it is")
    func bidirectional() async throws {
        let name = "photo\u{202E}gpj.exe"
        let member = ZipMember(name, "x").with { $0.central.crc = 1 }
        let error = try #require(try await refusal(ZipMaker([member]).bytes()))
        #expect(error.summary.contains("photo\\u{202E}gpj.exe"))
        #expect(try await unpack(ZipMaker(files: [(name, "x")]).bytes()).files.keys.sorted() == [name])
    }
}
