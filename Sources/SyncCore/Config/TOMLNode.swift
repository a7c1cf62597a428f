/// A TOML value and where it stands in its file.
public struct TOMLNode: Sendable, Equatable {
    public indirect enum Value: Sendable, Equatable {
        case text(String)
        case integer(Int64)
        /// A floating-point number, as text.
        case number(String)
        case bool(Bool)
        /// A date, a time or both, as text.
        case moment(String)
        case list([TOMLNode])
        case table([Member])
    }

    public struct Member: Sendable, Equatable {
        public let key: String
        /// Where the key stands.
        public let line: Int
        public let node: TOMLNode

        public init(_ key: String, line: Int = 0, _ node: TOMLNode) {
            self.key = key
            self.line = line
            self.node = node
        }
    }

    public let value: Value
    /// Counted from 1; 0 for a value that comes from no file.
    public let line: Int
    public let column: Int

    public init(_ value: Value, line: Int = 0, column: Int = 0) {
        self.value = value
        self.line = line
        self.column = column
    }

    /// What kind of value it is, for messages.
    public var kind: String {
        switch value {
        case .text: "a text"
        case .integer: "a whole number"
        case .number: "a number with a fraction"
        case .bool: "a boolean"
        case .moment: "a date or time"
        case .list: "a list"
        case .table: "a table"
        }
    }

    /// The value as TOML 1.0 text on one line.
    public var text: String {
        switch value {
        case .text(let text): Self.quoted(text)
        case .integer(let number): "\(number)"
        case .number(let text), .moment(let text): text
        case .bool(let value): "\(value)"
        case .list(let nodes): "[\(nodes.map(\.text).joined(separator: ", "))]"
        case .table(let members):
            members.isEmpty
                ? "{}" : "{ \(members.map { "\(Self.key($0.key)) = \($0.node.text)" }.joined(separator: ", ")) }"
        }
    }

    /// The same value as JSON.
    public var json: JSON {
        switch value {
        case .text(let text), .number(let text), .moment(let text): .string(text)
        case .integer(let number): JSON(number)
        case .bool(let value): .bool(value)
        case .list(let nodes): .array(nodes.map(\.json))
        case .table(let members): .object(members.map { JSON.Member($0.key, $0.node.json) })
        }
    }

    /// A key as TOML writes it: bare where that is allowed, else quoted.
    static func key(_ text: String) -> String {
        let isBare =
            !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            }
        return isBare ? text : quoted(text)
    }

    /// A TOML basic string. What cannot be seen is escaped, so that it cannot disturb a terminal.
    static func quoted(_ text: String) -> String {
        var out = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": out += "\\\""
            case "\\": out += "\\\\"
            case "\n": out += "\\n"
            case "\t": out += "\\t"
            default:
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
                    let hex = String(scalar.value, radix: 16, uppercase: true)
                    out += "\\U" + String(repeating: "0", count: 8 - hex.count) + hex
                default: out.unicodeScalars.append(scalar)
                }
            }
        }
        return out + "\""
    }
}
