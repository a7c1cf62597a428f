import SyncCore
import Testing

@Suite("Printable text") struct PrintableTests {
    @Test(
        "text in any script passes as it is", arguments: ["", "snake 1.0", "游戏", "Größe", "e\u{301}", "🎮", "a`b\"c\\d"])
    func plain(_ text: String) {
        #expect(Array(text.printable().utf8) == Array(text.utf8))
    }

    @Test(
        "what moves the cursor, splits a line, turns it round or cannot be seen is escaped",
        arguments: [
            0x00, 0x07, 0x08, 0x09, 0x0A, 0x0D, 0x1B, 0x7F, 0x85, 0x9B, 0xAD, 0x61C, 0x115F, 0x180E, 0x200B, 0x200D,
            0x200E,
            0x200F, 0x2028, 0x2029, 0x202A, 0x202E, 0x2060, 0x2066, 0x2069, 0x3164, 0xE000, 0xFEFF, 0xFFFF, 0xE0041,
            0x10FFFF,
        ] as [UInt32])
    func escaped(_ code: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(code))
        #expect("a\(scalar)b".printable() == "a\\u{\(String(code, radix: 16, uppercase: true))}b")
        #expect(Logger.Field("key", "a\(scalar)b").value == "a\\u{\(String(code, radix: 16, uppercase: true))}b")
    }

    @Test("the result is never longer than the limit and the ellipsis, and no escape is cut in two")
    func limit() {
        #expect("abcdef".printable(limit: 6) == "abcdef")
        #expect("abcdefg".printable(limit: 6) == "abcdef…")
        #expect("游戏游戏".printable(limit: 4) == "游戏游戏")
        #expect("游戏游戏".printable(limit: 3) == "游戏游…")
        #expect("ab\u{1B}cd".printable(limit: 8) == "ab\\u{1B}…")
        #expect("ab\u{1B}cd".printable(limit: 7) == "ab…")
        #expect("ab\u{1B}cd".printable(limit: 10) == "ab\\u{1B}cd")
        #expect("a".printable(limit: 0) == "…")
        #expect("".printable(limit: 0) == "")
        #expect(String(repeating: "\u{1B}", count: 1_000_000).printable(limit: 80).utf8.count <= 83)
    }

    @Test("escaping twice changes nothing more")
    func twice() {
        let once = "a\u{1B}[2J\u{202E}b".printable()
        #expect(once.printable() == once)
    }
}
