import Testing

@testable import SyncCore

@Suite("JSON") struct JSONTests {
    @Test("a number keeps its source text", arguments: ["1.10", "-0", "1e400", "0.1E-7", "12345678901234567890"])
    func numberText(_ text: String) throws {
        #expect(try JSON(parsing: Array(text.utf8)) == .number(text))
    }

    @Test(
        "what is not strict JSON is refused",
        arguments: [
            "", " ", "{", "[1,]", "{\"a\":1,}", "// x\n1", "[1] 2", "01", "+1", ".5", "1.", "nul", "'a'", "\"\\x\"",
            "\"\u{1}\"", "\"\\ud800\"", "<html>", "{\"a\" 1}", "{a:1}", "[1 2]", "NaN", "\"abc",
        ])
    func refused(_ text: String) {
        #expect(throws: JSONError.self) { try JSON(parsing: Array(text.utf8)) }
    }

    @Test("the place of a mistake is named by line and column")
    func place() {
        #expect(throws: JSONError(line: 3, column: 3, problem: "`,` or `}` is missing")) {
            try JSON(parsing: Array("{\n\"a\":\n1 ]".utf8))
        }
    }
}
