import SyncCore
import Testing

@testable import SyncCLI

@Suite("Words") struct WordsTests {
    @Test(
        "columns are counted as terminals do",
        arguments: [
            ("abc", 3), ("", 0), ("é", 1), ("e\u{301}", 1), ("贪吃蛇", 6), ("ｗ", 2), ("ﾜ", 1), ("한국", 4),
            ("\u{1112}\u{1161}\u{11AB}", 2), ("🎮", 2), ("→…", 2), ("क्षि", 3), ("𠮷", 2),
        ])
    func width(_ text: String, _ columns: Int) {
        #expect(displayWidth(text) == columns)
    }

    @Test("a text is cut between characters and never wider than its room", arguments: 0...8)
    func cut(_ columns: Int) {
        #expect(displayWidth(fitted("贪吃蛇abc", columns: columns, glyphs: .unicode)) <= columns)
        #expect(displayWidth(fitted("abcdefghij", columns: columns, glyphs: .ascii)) <= columns)
    }

    @Test("what is missing is marked")
    func mark() {
        #expect(fitted("贪吃蛇abc", columns: 6, glyphs: .unicode) == "贪吃…")
        #expect(fitted("abcdefgh", columns: 6, glyphs: .ascii) == "abc...")
        #expect(fitted("abcdef", columns: 6, glyphs: .ascii) == "abcdef")
    }

    @Test(
        "times are said in two units at most",
        arguments: [
            (0, "0 ms"), (999, "999 ms"), (1000, "1.0 s"), (59_999, "59.9 s"), (60_000, "1 min"),
            (184_000, "3 min 4 s"),
            (7_500_000, "2 h 5 min"), (90_000_000, "1 d 1 h"), (-5, "0 ms"),
        ])
    func elapsed(_ milliseconds: Int64, _ text: String) {
        #expect(Quantities.elapsed(milliseconds: milliseconds) == text)
    }

    @Test("percentages never leave their range and say 100 only at the end")
    func percent() {
        #expect(Quantities.percent(999, of: 1000) == 99)
        #expect(Quantities.percent(1000, of: 1000) == 100)
        #expect(Quantities.percent(5000, of: 1000) == 100)
        #expect(Quantities.percent(-1, of: 1000) == 0)
        #expect(Quantities.percent(.max, of: .max) == 100)
        #expect(Quantities.percent(1, of: 0) == nil)
        #expect(Quantities.percent(1, of: nil) == nil)
    }

    @Test("a failure's words are parted from its way out at the first full stop outside of literals")
    func parts() {
        #expect(ErrorText.parts("it broke. Mend it. Now") == ("it broke", "Mend it. Now"))
        #expect(ErrorText.parts("it broke") == ("it broke", nil))
        #expect(ErrorText.parts("`a. b` broke 1.5 times") == ("`a. b` broke 1.5 times", nil))
        #expect(ErrorText.parts("it broke. ") == ("it broke", nil))
        #expect(ErrorText.parts("it\u{1B} broke") == ("it\\u{1B} broke", nil))
    }

    @Test(
        "the nearest word is the one that was meant",
        arguments: [
            ("staus", "status"), ("stauts", "status"), ("Status", "status"), ("stat", "status"), ("st", nil),
            ("plna", "plan"), ("xyz", nil), (String(repeating: "s", count: 65), nil),
        ])
    func nearest(_ word: String, _ match: String?) {
        #expect(nearestMatch(to: word, in: ["sync", "plan", "status"]) == match)
    }

    @Test("the locale decides whether arrows are drawn")
    func locale() {
        #expect(TerminalFacts.isUnicode(["LANG": "de_DE.UTF-8"]))
        #expect(TerminalFacts.isUnicode(["LANG": "C", "LC_ALL": "C.utf8"]))
        #expect(!TerminalFacts.isUnicode(["LANG": "de_DE.UTF-8", "LC_ALL": "C"]))
        #expect(TerminalFacts.isUnicode(["LANG": "de_DE.UTF-8", "LC_ALL": ""]))
        #expect(!TerminalFacts.isUnicode([:]))
    }
}
