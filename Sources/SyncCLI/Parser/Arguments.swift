/// The operands of a command, in their order: how many, and what each does to it.
struct Arguments<Target>: Sendable {
    /// Only the last may stand for more than one.
    let operands: [Operand<Target>]

    static var none: Self { Self(operands: []) }

    static func one(
        _ name: String, _ summary: String, apply: @escaping @Sendable (inout Target, String) throws -> Void
    ) -> Self {
        Self(operands: [Operand(name: name, summary: summary, minimum: 1, maximum: 1, apply: apply)])
    }

    static func optional(
        _ name: String, _ summary: String, apply: @escaping @Sendable (inout Target, String) throws -> Void
    ) -> Self {
        Self(operands: [Operand(name: name, summary: summary, minimum: 0, maximum: 1, apply: apply)])
    }

    static func any(
        _ name: String, _ summary: String, apply: @escaping @Sendable (inout Target, String) throws -> Void
    ) -> Self {
        Self(operands: [Operand(name: name, summary: summary, minimum: 0, maximum: .max, apply: apply)])
    }

    static func atLeastOne(
        _ name: String, _ summary: String, apply: @escaping @Sendable (inout Target, String) throws -> Void
    ) -> Self {
        Self(operands: [Operand(name: name, summary: summary, minimum: 1, maximum: .max, apply: apply)])
    }

    /// These, and then others.
    func then(_ others: Self) -> Self { Self(operands: operands + others.operands) }

    /// Which operand a word is, counted from 0; nil where it is one too many.
    func operand(at index: Int) -> Operand<Target>? {
        index < operands.count ? operands[index] : operands.last.flatMap { $0.maximum > 1 ? $0 : nil }
    }

    /// The first operand that so many words leave out though it is needed.
    func missing(after count: Int) -> Operand<Target>? {
        operands.dropFirst(count).first { $0.minimum > 0 }
    }

    /// `[GAME...]`, `ARCHIVE [DIR]`, `[URL]`; nil where there are none.
    var usage: String? { operands.isEmpty ? nil : operands.map { $0.usage }.joined(separator: " ") }

    var help: [(name: String, summary: String)] { operands.map { ($0.name, $0.summary) } }
}

/// One place on the command line.
struct Operand<Target>: Sendable {
    /// `GAME` in `GAME...`.
    let name: String
    let summary: String
    let minimum: Int
    let maximum: Int
    let apply: @Sendable (inout Target, String) throws -> Void

    var usage: String {
        let many = maximum > 1 ? "\(name)..." : name
        return minimum == 0 ? "[\(many)]" : many
    }
}
