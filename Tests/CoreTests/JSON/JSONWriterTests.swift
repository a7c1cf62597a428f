import SyncCore
import Testing

@Suite("JSON output") struct JSONWriterTests {
    @Test("what is written is what is read again")
    func roundTrip() throws {
        let all = String(String.UnicodeScalarView((0...0x3000).compactMap { Unicode.Scalar($0 as UInt32) }))
        let value: JSON = [
            "": nil, "text": .string(all),
            "quote\"\\/\u{8}\u{C}": [true, false, 0, -1, .number("1.10"), .number("1e400"), [], [:]],
            "same": 1, "游戏": "🎮\u{10FFFF}\u{E0041}", "nested": [["a": [["b": [nil]]]]],
        ]
        #expect(try JSON(parsing: Array(value.serialized.utf8)) == value)
    }

    @Test("the text has no white space and keeps the order")
    func form() {
        let value: JSON = ["b": [1, true, nil], "a": ["x": "y"], "b": "z"]
        #expect(value.serialized == #"{"b":[1,true,null],"a":{"x":"y"},"b":"z"}"#)
        #expect(JSON.string("a\"\\/b").serialized == #""a\"\\/b""#)
        #expect(JSON.string("\n\r\t\u{1}").serialized == #""\n\r\t\u0001""#)
    }

    @Test(
        "nothing that moves a cursor, splits a line or turns it round is written raw",
        arguments: Array(0x00...0x1F) + Array(0x7F...0x9F) + [0x61C, 0x200E, 0x200F, 0x2028, 0x2029]
            + Array(0x202A...0x202E)
            + Array(0x2066...0x2069) as [UInt32])
    func escaped(_ code: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(code))
        for value in [JSON.string("a\(scalar)b"), .object([.init("a\(scalar)b", 1)]), .array([.string("\(scalar)")])] {
            #expect(!value.serialized.unicodeScalars.contains(scalar))
            #expect(try JSON(parsing: Array(value.serialized.utf8)) == value)
        }
    }

    @Test("absent values are null")
    func absent() {
        #expect(JSON(nil as String?) == nil)
        #expect(JSON(nil as Int?) == nil)
        #expect(JSON("x" as String?) == "x")
        #expect(JSON(Int64.max) == .number("9223372036854775807"))
        #expect(JSON(UInt64.max) == .number("18446744073709551615"))
    }
}
