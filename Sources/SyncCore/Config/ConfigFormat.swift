/// How one kind of value is read from TOML and written to it.
struct ConfigFormat<Value: Sendable>: Sendable {
    /// With its article, for messages and the manual: `a duration such as `90s``.
    let name: String
    let read: @Sendable (TOMLNode) throws(ConfigProblem) -> Value
    let write: @Sendable (Value) -> TOMLNode.Value
    /// As ``write``, with secrets as `***`.
    let show: @Sendable (Value) -> TOMLNode.Value

    init(
        _ name: String, read: @escaping @Sendable (TOMLNode) throws(ConfigProblem) -> Value,
        write: @escaping @Sendable (Value) -> TOMLNode.Value,
        show: (@Sendable (Value) -> TOMLNode.Value)? = nil
    ) {
        self.name = name
        self.read = read
        self.write = write
        self.show = show ?? write
    }
}

extension ConfigFormat {
    /// The same as `format`, with nil for an empty text.
    static func orEmpty<Wrapped>(_ format: ConfigFormat<Wrapped>) -> ConfigFormat where Value == Wrapped? {
        ConfigFormat("\(format.name), or empty") { node throws(ConfigProblem) in
            if case .text("") = node.value { nil } else { try format.read(node) }
        } write: {
            $0.map(format.write) ?? .text("")
        } show: {
            $0.map(format.show) ?? .text("")
        }
    }
}

extension TOMLNode {
    /// The text of a text; anything else is a mistake.
    func string(_ expected: String) throws(ConfigProblem) -> String {
        guard case .text(let text) = value else { throw wrongKind(expected) }
        return text
    }

    func elements(_ expected: String) throws(ConfigProblem) -> [TOMLNode] {
        guard case .list(let nodes) = value else { throw wrongKind(expected) }
        return nodes
    }

    func members(_ expected: String) throws(ConfigProblem) -> [Member] {
        guard case .table(let members) = value else { throw wrongKind(expected) }
        return members
    }

    /// Names the kind and never the value, which may be a secret in the wrong place.
    func wrongKind(_ expected: String) -> ConfigProblem {
        ConfigProblem("must be \(expected), not \(kind)", line: line)
    }
}
