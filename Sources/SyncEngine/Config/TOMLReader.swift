import CTOML
import SyncCore

/// Reads TOML 1.0. The only user of `CTOML`.
enum TOMLReader {
    /// The document as a table whose members stand in the order of the text.
    static func read(_ bytes: [UInt8]) throws(TOMLError) -> TOMLNode {
        var answer: UnsafeMutablePointer<CChar>?
        let result = bytes.withUnsafeBytes { buffer in
            // An empty array has no address, and C wants one.
            ctoml_parse(
                buffer.bindMemory(to: CChar.self).baseAddress ?? UnsafePointer(bitPattern: 1), buffer.count, &answer)
        }
        guard result != 2, let answer else { throw TOMLError(line: 0, column: 0, problem: "not enough memory") }
        defer { ctoml_free(answer) }
        let text = String(cString: answer)
        guard result == 0 else { throw TOMLError(parsing: text) }
        do {
            return try node(JSON(parsing: Array(text.utf8)))
        } catch let error as JSONError {
            throw TOMLError(line: 0, column: 0, problem: error.problem)
        } catch let error as TOMLError {
            throw error
        } catch {
            throw .unexpected
        }
    }

    /// The shape is that of `ctoml.h`.
    private static func node(_ json: JSON) throws(TOMLError) -> TOMLNode {
        guard let value = json["v"] else { throw .unexpected }
        let result: TOMLNode.Value
        switch (json["t"]?.text, value) {
        case ("text", .string(let text)): result = .text(text)
        case ("number", .string(let text)): result = .number(text)
        case ("moment", .string(let text)): result = .moment(text)
        case ("bool", .bool(let flag)): result = .bool(flag)
        case ("integer", .number):
            guard let number = value.integer else { throw .unexpected }
            result = .integer(number)
        case ("list", .array(let elements)):
            var nodes: [TOMLNode] = []
            for element in elements { nodes.append(try node(element)) }
            result = .list(nodes)
        case ("table", .object(let members)):
            var placed: [(line: Int, column: Int, member: TOMLNode.Member)] = []
            for member in members {
                guard let child = member.value["n"] else { throw .unexpected }
                let line = place("l", member.value)
                placed.append(
                    (line, place("c", member.value), TOMLNode.Member(member.key, line: line, try node(child))))
            }
            placed.sort { ($0.line, $0.column) < ($1.line, $1.column) }
            result = .table(placed.map(\.member))
        default: throw .unexpected
        }
        return TOMLNode(result, line: place("l", json), column: place("c", json))
    }

    private static func place(_ key: String, _ json: JSON) -> Int { Int(clamping: json[key]?.integer ?? 0) }
}

/// Why a text is not TOML.
struct TOMLError: Error, Equatable {
    /// Counted from 1; 0 where no place can be named.
    let line: Int
    let column: Int
    /// Printable.
    let problem: String

    init(line: Int, column: Int, problem: String) {
        self.line = line
        self.column = column
        self.problem = problem.printable(limit: 200)
    }

    /// From `line:column: message`.
    init(parsing text: String) {
        let parts = text.split(separator: ":", maxSplits: 2)
        guard parts.count == 3, let line = Int(parts[0]), let column = Int(parts[1]) else {
            self.init(line: 0, column: 0, problem: text)
            return
        }
        self.init(line: line, column: column, problem: String(parts[2].drop { $0 == " " }))
    }

    /// `CTOML` and this file disagree.
    static let unexpected = TOMLError(line: 0, column: 0, problem: "the TOML reader gave something unexpected")
}
