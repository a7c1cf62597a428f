import Testing

@testable import SyncCore

@Suite("JSON") struct JSONReaderTests {
    @Test(
        "a number keeps its source text",
        arguments: [
            "0", "-0", "1.10", "1e400", "0.1E-7", "1E+5", "-12.0", "12345678901234567890", "0.30000000000000004",
            String(repeating: "9", count: 10_000),
        ])
    func numberText(_ text: String) throws {
        #expect(try JSON(parsing: Array(text.utf8)) == .number(text))
    }

    @Test(
        "what is not strict JSON is refused",
        arguments: [
            "", " ", "{", "}", "[", "]", "[1,]", "[,1]", "[1,,2]", "{\"a\":1,}", "{,}", "// x\n1", "1 // x",
            "/* x */ 1", "# x\n1",
            "[1] 2", "1 2", "{}{}", "01", "-01", "00", "+1", ".5", "1.", "1.e5", "1e", "1e+", "-", "0x10", "1_000",
            "nul", "nulll",
            "True", "'a'", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\u+123\"", "\"\\", "\"\\u", "\"\u{1}\"", "\"\n\"",
            "\"\t\"",
            "<html>", "{\"a\" 1}", "{a:1}", "{1:1}", "{\"a\":}", "{\"a\":1 \"b\":2}", "{\"a\":1", "{\"a\"", "[1 2]",
            "NaN", "Infinity",
            "-Infinity", "undefined", "\"abc", "\u{A0}1", "\u{FEFF}\u{FEFF}1", "1\0", "[1]\0", "\u{2028}1", "\u{B}1",
            "\u{C}1",
        ])
    func refused(_ text: String) {
        #expect(throws: JSONError.self) { try JSON(parsing: Array(text.utf8)) }
    }

    @Test(
        "half a surrogate pair is refused, wherever it stands",
        arguments: [
            "\"\\ud800\"", "\"\\udc00\"", "\"\\ud83d\\ud83d\"", "\"\\ude00\\ud83d\"", "\"\\ud83dx\"", "\"\\ud83d\\n\"",
            "\"\\ud83d",
            "\"\\ud83d\\u0041\"", "\"\\ud83d\\u", "{\"\\ud800\":1}",
        ])
    func surrogates(_ text: String) {
        #expect(throws: JSONError.self) { try JSON(parsing: Array(text.utf8)) }
    }

    @Test("every escape means its character")
    func escapes() throws {
        let text = #""\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC\uD83D\uDE00\uffff\u0000x""#
        let bytes: [UInt8] =
            [0x22, 0x5C, 0x2F, 0x08, 0x0C, 0x0A, 0x0D, 0x09, 0x41] + [0xC3, 0xA9] + [0xE2, 0x82, 0xAC]
            + [0xF0, 0x9F, 0x98, 0x80] + [0xEF, 0xBF, 0xBF] + [0x00, 0x78]
        #expect(try JSON(parsing: Array(text.utf8)).text.map { Array($0.utf8) } == bytes)
    }

    @Test("white space between the parts does not count")
    func whiteSpace() throws {
        let text = " \t\r\n{ \"a\" : [ 1 , true ,\nfalse , null ] , \"b\" : { } , \"c\" : [ ] } \r\n"
        let value: JSON = ["a": [1, true, false, nil], "b": [:], "c": []]
        #expect(try JSON(parsing: Array(text.utf8)) == value)
    }

    @Test("objects keep their order and every repeated key")
    func order() throws {
        let value = try JSON(parsing: Array(#"{"b":1,"a":2,"b":3}"#.utf8))
        #expect(value == .object([.init("b", 1), .init("a", 2), .init("b", 3)]))
        #expect(value["b"] == 1)
    }

    @Test("a byte order mark in front is accepted, and nowhere else")
    func byteOrderMark() throws {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        #expect(try JSON(parsing: mark + Array(" [1]".utf8)) == [1])
        #expect(throws: JSONError(line: 1, column: 1, problem: "the text is empty")) { try JSON(parsing: mark) }
        #expect(throws: JSONError.self) { try JSON(parsing: Array("[1".utf8) + mark + Array("]".utf8)) }
        #expect(throws: JSONError(line: 1, column: 3, problem: "a digit is missing")) {
            try JSON(parsing: mark + Array("[-]".utf8))
        }
    }

    @Test(
        "bytes that are not UTF-8 are refused at their place",
        arguments: [
            [0xFF], [0x80], [0xC3], [0xC3, 0x28], [0xC0, 0xAF], [0xE2, 0x82], [0xED, 0xA0, 0x80],
            [0xF0, 0x80, 0x80, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
        ] as [[UInt8]])
    func invalidUTF8(_ bytes: [UInt8]) {
        let text = Array("[\n \"\u{E9}1".utf8) + bytes + Array("2\"]".utf8)
        #expect(throws: JSONError(line: 2, column: 5, problem: "not valid UTF-8")) { try JSON(parsing: text) }
        #expect(throws: JSONError.self) { try JSON(parsing: Array("{\"".utf8) + bytes + Array("\":1}".utf8)) }
        #expect(throws: JSONError.self) { try JSON(parsing: bytes + Array("1".utf8)) }
    }

    @Test("UTF-16 and UTF-32 are named as such, in either order, with and without a mark")
    func otherEncodings() throws {
        let little: [UInt8] = [0x5B, 0, 0x31, 0, 0x5D, 0], big: [UInt8] = [0, 0x5B, 0, 0x31, 0, 0x5D]
        let wide: [UInt8] = [0x5B, 0, 0, 0, 0x31, 0, 0, 0, 0x5D, 0, 0, 0]
        let texts: [[UInt8]] = [[0xFF, 0xFE] + little, [0xFE, 0xFF] + big, little, big, wide]
        for text in texts {
            let error = #expect(throws: JSONError.self) { try JSON(parsing: text) }
            #expect(error?.problem == "the text is UTF-16 or UTF-32, not UTF-8")
        }
        // What a power cut leaves in a file is neither.
        let zeros = #expect(throws: JSONError.self) { try JSON(parsing: [0, 0, 0, 0]) }
        #expect(zeros?.problem == "an unexpected character")
    }

    @Test("64 lists or objects in one another are read, 65 are not, whatever is in the innermost")
    func nesting() throws {
        for inner in ["", "1", "\"a\""] {
            func lists(_ count: Int) -> [UInt8] {
                Array((String(repeating: "[", count: count) + inner + String(repeating: "]", count: count)).utf8)
            }
            #expect(throws: Never.self) { try JSON(parsing: lists(64)) }
            #expect(throws: JSONError(line: 1, column: 65, problem: "nesting deeper than 64")) {
                try JSON(parsing: lists(65))
            }
        }
        func objects(_ count: Int) -> [UInt8] {
            Array((String(repeating: "{\"a\":", count: count) + "{}" + String(repeating: "}", count: count)).utf8)
        }
        #expect(throws: Never.self) { try JSON(parsing: objects(63)) }
        #expect(throws: JSONError.self) { try JSON(parsing: objects(64)) }
        #expect(throws: JSONError.self) { try JSON(parsing: [UInt8](repeating: UInt8(ascii: "["), count: 10_000_000)) }
    }

    @Test("a text with more values than allowed is refused before they take memory")
    func values() throws {
        let text = Array("[1,{\"a\":2}]".utf8)
        #expect(try JSON(parsing: text, maximumValues: 4) == [1, ["a": 2]])
        let error = #expect(throws: JSONError.self) { try JSON(parsing: text, maximumValues: 3) }
        #expect(error?.problem == "more than 3 values")
    }

    @Test("the place of a mistake is named by line and column, in characters")
    func place() {
        let cases: [(String, Int, Int, String)] = [
            ("{\n\"a\":\n1 ]", 3, 3, "`,` or `}` is missing"), ("[\"游戏\" 1]", 1, 7, "`,` or `]` is missing"),
            ("[1,\r\n 2,\r\n x]", 3, 2, "an unexpected character"), ("{\"a\" 1}", 1, 6, "`:` is missing"),
            ("{a", 1, 2, "a key is missing"), ("[1, 2", 1, 6, "the text ends too early"),
            ("[\"a", 1, 4, "the text ends inside a string"),
            ("<!DOCTYPE html>", 1, 1, "`<` begins HTML or XML"), ("[] x", 1, 4, "text after the value"),
            ("", 1, 1, "the text is empty"),
            ("\n\n", 3, 1, "the text is empty"), ("[01]", 1, 3, "a number with a leading zero"),
            ("[\"\\q\"]", 1, 5, "an unknown escape"),
        ]
        for (text, line, column, problem) in cases {
            #expect(throws: JSONError(line: line, column: column, problem: problem)) {
                try JSON(parsing: Array(text.utf8))
            }
        }
    }

    @Test("every cut of a good text is refused, and nothing makes the reader stop")
    func cuts() throws {
        let text = Array(#"{"games":[{"id":"游\u0041\ud83d\ude00","n":-1.5e+10,"t":true,"f":false,"z":null}]}"#.utf8)
        #expect(throws: Never.self) { try JSON(parsing: text) }
        for count in text.indices { #expect(throws: JSONError.self) { try JSON(parsing: Array(text[..<count])) } }
        for index in text.indices {
            for byte in [0x00, 0x22, 0x5C, 0x7B, 0x80, 0xFF] as [UInt8] {
                var broken = text
                broken[index] = byte
                _ = try? JSON(parsing: broken)
            }
        }
    }

    @Test("whole numbers are read exactly, others are none")
    func integers() {
        let cases: [(String, Int64?)] = [
            ("0", 0), ("-0", 0), ("9223372036854775807", .max), ("-9223372036854775808", .min),
            ("9223372036854775808", nil),
            ("1.0", nil), ("1e3", nil), ("-1", -1),
        ]
        for (text, integer) in cases { #expect(JSON.number(text).integer == integer) }
        #expect(JSON.string("1").integer == nil)
    }
}
