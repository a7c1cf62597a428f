import Testing

@testable import SyncCore

@Suite("JSON keys") struct JSONComparingTests {
    private func parse(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8)) }

    @Test("keys and strings that look the same and differ in bytes differ")
    func normalisation() throws {
        let composed = "\u{E9}", decomposed = "e\u{301}"
        #expect(JSON.string(composed) != JSON.string(decomposed))
        #expect(JSON.Member(composed, 1) != JSON.Member(decomposed, 1))
        let both = try parse("{\"\(composed)\":1,\"\(decomposed)\":2}")
        #expect(both.repeatedKey == nil)
        #expect(both[decomposed] == 2)
        // U+212A looks like K and Swift takes it for one.
        #expect(try parse("{\"\u{212A}\":1}")["K"] == nil)
    }

    @Test("a repeated key is found, however it is written and however many others there are")
    func repeated() throws {
        #expect(try parse(#"{"a":1,"\u0061":1}"#).repeatedKeyAtTop == "a")
        #expect(try parse(#"{"a":1,"A":1,"":2}"#).repeatedKeyAtTop == nil)
        #expect(try parse(#"{"":1,"":2}"#).repeatedKeyAtTop?.isEmpty == true)
        let many = (0..<1000).map { "\"k\($0)\":0" }.joined(separator: ",")
        #expect(try parse("{\(many)}").repeatedKeyAtTop == nil)
        #expect(try parse("{\(many),\"k500\":1}").repeatedKeyAtTop == "k500")
    }

    @Test("a repeated key below is found at any depth, and not mistaken for one above")
    func nested() throws {
        #expect(try parse(#"{"a":[1,{"b":{"c":1,"c":2}}]}"#).repeatedKey == "c")
        #expect(try parse(#"{"a":[1,{"b":{"c":1,"c":2}}]}"#).repeatedKeyAtTop == nil)
        #expect(try parse(#"{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}"#).repeatedKey == nil)
        #expect(try parse(#"[{"a":1,"a":1}]"#).repeatedKey == "a")
    }

    @Test("kinds are told apart")
    func kinds() {
        let values: [JSON] = [nil, true, false, 0, "", [], [:], "null", "0", [nil], ["": nil]]
        for (index, one) in values.enumerated() {
            for (other, two) in values.enumerated() { #expect((one == two) == (index == other)) }
        }
        #expect(
            values.prefix(7).map(\.kind) == [
                "null", "a boolean", "a boolean", "a number", "a string", "a list", "an object",
            ])
    }
}
