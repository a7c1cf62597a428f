/// What is bound to one `?` of a statement.
enum Value: Sendable, Equatable {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])

    init(_ text: String?) { self = text.map(Value.text) ?? .null }
    init(_ number: Int64?) { self = number.map(Value.integer) ?? .null }
    init(_ truth: Bool) { self = .integer(truth ? 1 : 0) }
}
