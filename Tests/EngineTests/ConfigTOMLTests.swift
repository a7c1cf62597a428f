import SyncCore
import Testing

@testable import SyncEngine

@Suite("TOML") struct ConfigTOMLTests {
    private func read(_ text: String) throws -> TOMLNode { try TOMLReader.read(Array(text.utf8)) }

    /// The first member of that path.
    private func node(_ path: String..., in document: TOMLNode) throws -> TOMLNode {
        var node = document
        for key in path {
            guard case .table(let members) = node.value else {
                throw TOMLError(line: 0, column: 0, problem: "no table")
            }
            node = try #require(members.first { $0.key == key }).node
        }
        return node
    }

    @Test("keys and values know their line, however the table is written")
    func places() throws {
        let document = try read(
            "\u{FEFF}a.b = 1\r\n[x]\r\ny = [\r\n  'p',\r\n  'q']\r\n[[z]]\r\n[[z]]\r\nk = { m = true }\r\n")
        #expect(try node("a", "b", in: document) == TOMLNode(.integer(1), line: 1, column: 7))
        guard case .list(let list) = try node("x", "y", in: document).value else { throw TOMLError.unexpected }
        #expect(list == [TOMLNode(.text("p"), line: 4, column: 3), TOMLNode(.text("q"), line: 5, column: 3)])
        guard case .list(let tables) = try node("z", in: document).value else { throw TOMLError.unexpected }
        #expect(tables.map(\.line) == [6, 7])
        #expect(try node("k", "m", in: tables[1]) == TOMLNode(.bool(true), line: 8, column: 11))
    }

    @Test("members stand in the order of the text, not of the alphabet")
    func order() throws {
        guard case .table(let members) = try read("z = 1\na = 2\n[m]\n[b]\n").value else { throw TOMLError.unexpected }
        #expect(members.map(\.key) == ["z", "a", "m", "b"])
        #expect(members.map(\.line) == [1, 2, 3, 4])
    }

    @Test(
        "every kind of value keeps its kind",
        arguments: [
            ("\"a\\u0000\\n\\\"\"", .text("a\u{0}\n\"")), ("'C:\\x'", .text("C:\\x")),
            ("\"\"\"\na\nb\"\"\"", .text("a\nb")),
            ("-9223372036854775808", .integer(.min)), ("0xFF", .integer(255)), ("1_000", .integer(1000)),
            ("1.5", .number("1.5")), ("nan", .number("nan")), ("true", .bool(true)),
            ("1979-05-27T07:32:00Z", .moment("1979-05-27T07:32:00Z")), ("07:32:00", .moment("07:32:00")),
            ("[]", .list([])), ("{}", .table([])), ("\"蛇🐍\"", .text("蛇🐍")),
        ] as [(String, TOMLNode.Value)])
    func values(_ text: String, _ value: TOMLNode.Value) throws {
        #expect(try node("a", in: read("a = \(text)")).value == value)
    }

    @Test(
        "what is not TOML is refused with its line",
        arguments: [
            ("a", 1), ("a = ", 1), ("a = 1\nb = \"x", 2), ("a = 1\n\n[s", 3), ("a = 1\na = 2", 2), ("[a]\n[a]", 2),
            ("a = 1 b = 2", 1), ("a = 9223372036854775808", 1), ("a = 01", 1), ("\n\na = \u{201C}x\u{201D}", 3),
            ("é = 1", 1),
            ("[=]", 1), ("[é]", 1), ("[[*", 1), ("[", 1), ("a = \"\\x\"", 1), ("a = \"\u{1}\"", 1), ("# \u{1}", 1),
            ("a = 1\0", 1), ("a\u{85}= 1", 1), ("<html>", 1), ("{\"manifest\": 1}", 1), ("a = 1\rb = 2", 1),
        ])
    func refused(_ text: String, _ line: Int) throws {
        let error = try #require(throws: TOMLError.self) { try read(text) }
        #expect(error.line == line, "\(error)")
        #expect(!error.problem.isEmpty)
        #expect(error.problem.utf8.allSatisfy { $0 >= 0x20 })
    }

    @Test("bytes that are not UTF-8 are refused with their line, in comments too", arguments: ["\"", "#"])
    func notUTF8(_ before: String) throws {
        let bytes = Array("a = 1\nb = \(before)".utf8) + [0xFF, 0x22, 0x0A]
        #expect(try #require(throws: TOMLError.self) { try TOMLReader.read(bytes) }.line == 2)
    }

    @Test(
        "nesting without end is refused and costs no stack",
        arguments: [
            "a = " + String(repeating: "[", count: 1_000_000), "a = " + String(repeating: "{a=", count: 300_000),
            "[" + String(repeating: "a.", count: 1_000_000) + "a]", String(repeating: "a.", count: 1_000_000) + "a = 1",
            "a = {" + String(repeating: "'a' . ", count: 300_000) + "a = 1}",
            "'''x''' = '''\n'''\n[" + String(repeating: "a.", count: 1_000_000) + "a]",
            "a = \"\"\"\"\"\"\"\"\nb = ''''a'''''\n" + String(repeating: "a.", count: 1_000_000) + "a = 1",
            "# ' \r" + String(repeating: "a.", count: 1_000_000) + "a = 1",
        ])
    func nesting(_ text: String) {
        #expect(throws: TOMLError.self) { try read(text) }
    }

    @Test("sixteen tables in each other are read, seventeen are not")
    func depth() throws {
        let sixteen = (1...16).map { "k\($0)" }.joined(separator: ".")
        #expect(throws: Never.self) { try read("\(sixteen) = 1") }
        #expect(try #require(throws: TOMLError.self) { try read("\n\(sixteen).x = 1") }.line == 2)
        #expect(try #require(throws: TOMLError.self) { try read("[\(sixteen)]\nx.y = 1") }.line == 2)
    }

    @Test("dots in texts and comments count for nothing")
    func dots() throws {
        let dots = String(repeating: ".", count: 100)
        let text =
            "a = \"\(dots)\" # \(dots)\nb = '\(dots)'\nc = '''\n\(dots)''\(dots)'''\nd = \"\"\"\\\"\"\"\(dots)\"\"\"\n"
        #expect(try node("b", in: read(text)).value == .text(dots))
    }

    @Test("any bytes end in a document or a mistake")
    func anything() throws {
        // A fixed generator, so that a failure can be repeated.
        var state: UInt64 = 42
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let pieces = [
            "a", "b.c", "\"", "'", "\"\"\"", "'''", "\\", "\n", "\r\n", "\r", "#", "=", "[", "]", "[[", "]]", "{", "}",
            ",",
            ".", "1", "1.5", "true", "nan", "2020-01-01", "\u{0}", "\u{B}", "\u{2028}", "\u{85}", "\u{FEFF}", "é", " ",
            "\t",
            "key = \"x\"\n", "[t]\n", "a = 1\n",
        ]
        var documents = 0
        for _ in 0..<20_000 {
            var bytes = (0..<next(20)).flatMap { _ in Array(pieces[next(pieces.count)].utf8) }
            if next(10) == 0 { bytes.insert(UInt8(next(256)), at: next(bytes.count + 1)) }
            do throws(TOMLError) {
                _ = try TOMLReader.read(bytes)
                documents += 1
            } catch {
                #expect(error.line > 0, "\(bytes)")
            }
        }
        #expect(documents > 100)
    }
}
