/// The operands of a command: how many, and what each does to it.
struct Arguments<Target>: Sendable {
    /// `GAME` in `GAME...`; nil where there are none.
    let name: String?
    let summary: String
    let minimum: Int
    let maximum: Int
    let apply: @Sendable (inout Target, String) throws -> Void

    static var none: Self { Self(name: nil, summary: "", minimum: 0, maximum: 0) { _, _ in } }

    static func optional(
        _ name: String, _ summary: String, apply: @escaping @Sendable (inout Target, String) throws -> Void
    ) -> Self {
        Self(name: name, summary: summary, minimum: 0, maximum: 1, apply: apply)
    }

    static func any(
        _ name: String, _ summary: String, apply: @escaping @Sendable (inout Target, String) throws -> Void
    ) -> Self {
        Self(name: name, summary: summary, minimum: 0, maximum: .max, apply: apply)
    }

    static func atLeastOne(
        _ name: String, _ summary: String, apply: @escaping @Sendable (inout Target, String) throws -> Void
    ) -> Self {
        Self(name: name, summary: summary, minimum: 1, maximum: .max, apply: apply)
    }

    /// `[GAME...]`, `GAME...`, `[URL]`.
    var usage: String? {
        name.map { name in
            let many = maximum > 1 ? "\(name)..." : name
            return minimum == 0 ? "[\(many)]" : many
        }
    }

    var help: (name: String, summary: String)? { name.map { ($0, summary) } }
}
