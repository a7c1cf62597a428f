/// One option of a command: how it is spelled, what it says in help, and what it does to the command.
struct Flag<Target>: Sendable {
    let entry: FlagEntry
    /// Gets the value as typed; nil for a switch, and for an optional value that was not given.
    let apply: @Sendable (inout Target, String?) throws -> Void

    /// A switch.
    static func on(
        _ long: String, short: Character? = nil, _ summary: String, apply: @escaping @Sendable (inout Target) -> Void
    ) -> Self {
        Flag(entry: FlagEntry(long: long, short: short, value: .none, summary: summary)) { target, _ in apply(&target) }
    }

    /// A switch for our own build, left out of every help.
    static func hidden(_ long: String, apply: @escaping @Sendable (inout Target) -> Void) -> Self {
        Flag(entry: FlagEntry(long: long, short: nil, value: .none, summary: "")) { target, _ in apply(&target) }
    }

    /// An option with a value: `--root DIR` or `--root=DIR`.
    static func value(
        _ long: String, short: Character? = nil, _ metavariable: String, _ summary: String,
        apply: @escaping @Sendable (inout Target, String) throws -> Void
    ) -> Self {
        Flag(entry: FlagEntry(long: long, short: short, value: .required(metavariable), summary: summary)) {
            try apply(&$0, $1 ?? "")
        }
    }

    /// An option whose value may be left out and is given only with `=`: `--wait`, `--wait=5m`.
    static func optionalValue(
        _ long: String, _ metavariable: String, _ summary: String,
        apply: @escaping @Sendable (inout Target, String?) throws -> Void
    ) -> Self {
        Flag(
            entry: FlagEntry(long: long, short: nil, value: .optional(metavariable), summary: summary), apply: apply)
    }
}

/// The part of a flag that help and man page show.
struct FlagEntry: Sendable, Equatable {
    enum Value: Sendable, Equatable {
        case none
        case required(String)
        case optional(String)
    }

    /// With its two dashes.
    let long: String
    /// Without its dash.
    let short: Character?
    let value: Value
    /// Empty for one that help does not show.
    let summary: String

    /// `-v, --verbose`, `--wait[=DURATION]`.
    var spelling: String { (short.map { "-\($0), " } ?? "") + longSpelling }

    var longSpelling: String {
        switch value {
        case .none: long
        case .required(let name): "\(long) \(name)"
        case .optional(let name): "\(long)[=\(name)]"
        }
    }
}
