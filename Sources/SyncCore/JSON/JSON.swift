/// A JSON value (RFC 8259) that loses nothing: numbers keep their source text, objects keep order and repeated keys.
///
/// Keys and strings are compared byte for byte, never normalised.
public enum JSON: Sendable {
    case null
    case bool(Bool)
    /// The number as it was written: `1.10` stays `1.10`.
    case number(String)
    case string(String)
    case array([JSON])
    case object([Member])

    public struct Member: Sendable {
        public let key: String
        public let value: JSON

        public init(_ key: String, _ value: JSON) {
            self.key = key
            self.value = value
        }
    }

    /// The first member of that name; nil for other kinds of values too.
    public subscript(key: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        for index in members.indices where members[index].key.hasSameBytes(as: key) { return members[index].value }
        return nil
    }

    /// What stands at the end of a path of keys.
    func value(at path: [String]) -> JSON? {
        var value: JSON? = self
        for key in path { value = value?[key] }
        return value
    }

    public var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// A number without fraction or exponent that fits.
    public var integer: Int64? {
        guard case .number(let text) = self else { return nil }
        return Int64(text)
    }

    public var elements: [JSON]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// What kind of value it is, for messages.
    public var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int) { self = .number(String(value)) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(nilLiteral: ()) { self = .null }
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }

    public init(_ value: String?) { self = value.map(JSON.string) ?? .null }
    public init(_ value: (some BinaryInteger)?) { self = value.map { .number(String($0)) } ?? .null }
    public init(_ value: Bool) { self = .bool(value) }
}
