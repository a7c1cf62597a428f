import SyncArchive
import TestSupport
import Testing

@Suite("Refusing what is no archive") struct NoArchiveTests {
    static let cases = [
        Refused("an empty file", [], "an empty file"),
        Refused(
            "an HTML page", Array("<!DOCTYPE html>\n<html><title>Sign in".utf8), "an HTML page: `<!DOCTYPE html> <html>"
        ),
        Refused("a JSON text", Array("{\"error\": \"no\"}".utf8), "a JSON text"),
        Refused("a gzip file", [0x1F, 0x8B, 8, 0] + Array(repeating: 1, count: 100), "a gzip file"),
        Refused("zero bytes", Array(repeating: 0, count: 5000), "zero bytes"),
        Refused("binary data", Array(repeating: 0xFF, count: 5000), "unknown binary data"),
        Refused("a text that clears the screen", Array("\u{1B}[2Jboo".utf8), "\\u{1B}[2Jboo"),
        Refused("one byte", [0x50], "a text: `P`"),
        Refused(
            "the first half", Array(ZipMaker(files: [("a", String(repeating: "x", count: 500))]).bytes().prefix(60)),
            "cut short"),
        Refused("all but the last byte", Array(ZipMaker(files: [("a", "x")]).bytes().dropLast()), "cut short"),
        Refused("a comment that is longer than what is left", "cut short") { $0.end.commentSize = 100 },
        Refused("bytes after the end", "follow the archive's end record") { $0.trailing = Array("more".utf8) },
        Refused("a comment that is shorter than what is there", "follow the archive's end record") {
            $0.comment = Array("comment".utf8)
            $0.end.commentSize = 3
        },
        Refused("two archives in one file", "two different archives") {
            // The second one stands in the first one's comment, complete.
            $0.comment = ZipMaker(files: [("other", "x")]).bytes()
        },
        Refused("an empty archive", ZipMaker().bytes(), "has no files"),
        Refused("only folders", ZipMaker([.folder("a/"), .folder("a/b/")]).bytes(), "has no files"),
        Refused(
            "only what macOS adds", ZipMaker(files: [("__MACOSX/a", "x"), (".DS_Store", "y")]).bytes(), "has no files"),
    ]

    @Test("what is no archive is named by what it is", arguments: cases)
    func refuses(_ refused: Refused) async throws { try await refused.check() }
}
