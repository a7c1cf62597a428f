import Testing

@testable import SyncCore

@Suite("Names") struct NameTests {
    @Test(
        "a single folder name is an id and a version",
        arguments: [
            "snake", "1001", "1.0.3", "-rf", "--help", "a b", "a.b", "a..b", "~", "*",
            "$HOME", "%2e%2e", "CON", "a:b", "a\"b", "a'b`c", "游戏", "🎮", "a\u{202E}b", "e\u{301}", "\u{E9}", "a.",
            "a\u{A0}b",
            String(repeating: "a", count: 200), String(repeating: "é", count: 100),
        ])
    func accepted(_ text: String) throws {
        #expect(Array(try GameID(text).text.utf8) == Array(text.utf8))
        #expect(Array(try Version(text).text.utf8) == Array(text.utf8))
    }

    @Test(
        "what is no single safe folder name is refused with the part of the rule that it breaks",
        arguments: [
            ("", NameProblem.empty), (".", .dots), ("..", .dots), ("...", .leadingDot), (".hidden", .leadingDot),
            (" a", .outerSpace), ("a ", .outerSpace), (" ", .outerSpace), ("a/b", .slash), ("/", .slash),
            ("/etc/passwd", .slash), ("../a", .slash), ("a/..", .slash), ("./a", .slash), ("a/", .slash),
            ("a\\b", .backslash), ("..\\a", .backslash), ("C:\\a", .backslash),
            (String(repeating: "a", count: 201), .tooLong(bytes: 201)),
            (String(repeating: "é", count: 100) + "a", .tooLong(bytes: 201)),
            (String(repeating: "a", count: 100_000), .tooLong(bytes: 100_000)),
        ])
    func refused(_ text: String, _ problem: NameProblem) {
        #expect(throws: NameError(kind: "id", text: text, problem: problem)) { try GameID(text) }
        #expect(throws: NameError(kind: "version", text: text, problem: problem)) { try Version(text) }
    }

    @Test(
        "no white space at either end, whichever one it is",
        arguments: [0x20, 0xA0, 0x1680, 0x2002, 0x2009, 0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000] as [UInt32])
    func outerSpace(_ code: UInt32) throws {
        let space = String(try #require(Unicode.Scalar(code)))
        for text in ["\(space)a", "a\(space)", space] {
            #expect(throws: NameError(kind: "id", text: text, problem: .outerSpace)) { try GameID(text) }
        }
        #expect(throws: Never.self) { try GameID("a\(space)b") }
    }

    @Test(
        "no control character anywhere, DEL and the second set included",
        arguments: Array(0x00...0x1F) + [0x7F] + Array(0x80...0x9F) as [UInt32])
    func control(_ code: UInt32) throws {
        let character = String(try #require(Unicode.Scalar(code)))
        for text in ["\(character)a", "a\(character)b", "a\(character)", character] {
            let error = #expect(throws: NameError.self) { try GameID(text) }
            #expect(error?.problem == .control(code))
            #expect(error?.summary.unicodeScalars.contains { $0.properties.generalCategory == .control } == false)
        }
    }

    @Test("two spellings of one glyph are two names, also in sets and in order")
    func normalisation() throws {
        let composed = try GameID("caf\u{E9}"), decomposed = try GameID("cafe\u{301}")
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed, composed]).count == 2)
        #expect(decomposed < composed)
        #expect(!(composed < decomposed))
        #expect(try Version("caf\u{E9}") != Version("cafe\u{301}"))
    }

    @Test("names are ordered by their bytes")
    func order() throws {
        let texts = ["Z", "a", "a.", "a0", "aa", "b", "é", "游", "🎮"]
        #expect(try texts.shuffled().map { try GameID($0) }.sorted().map(\.text) == texts)
        #expect(try texts.shuffled().map { try Version($0) }.sorted().map(\.text) == texts)
    }

    @Test("a name that would turn a line round is printed escaped, and kept as it is")
    func bidirectional() throws {
        let game = try GameID("gam\u{202E}piz.exe")
        #expect("\(game)" == "gam\\u{202E}piz.exe")
        #expect(game.text == "gam\u{202E}piz.exe")
        #expect("\(try Version("1.\u{2066}0"))" == "1.\\u{2066}0")
    }

    @Test("a refusal says what is wrong in words and shows how to mend it")
    func words() {
        #expect(throws: NameError.self) { try GameID("a/b") }
        let error = NameError(kind: "id", text: "a/b", problem: .slash)
        #expect(error.summary == "the id `a/b` contains `/`")
        #expect(error.hint == "Use a single folder name such as `snake` or `1.0.3` for the id")
        let problems: [(NameProblem, String)] = [
            (.empty, "is empty"), (.tooLong(bytes: 201), "has 201 bytes, more than 200"), (.dots, "is `.` or `..`"),
            (.leadingDot, "begins with a dot"), (.outerSpace, "begins or ends with a space"),
            (.backslash, "contains `\\`"), (.control(7), "contains the control character U+0007"),
        ]
        for (problem, words) in problems { #expect(problem.description == words) }
    }

    @Test("a refusal of a long text stays one short line")
    func longText() {
        let error = NameError(kind: "id", text: String(repeating: "x\n", count: 50_000), problem: .slash)
        #expect(error.summary.count < 120)
        #expect(!error.summary.contains("\n"))
    }
}
