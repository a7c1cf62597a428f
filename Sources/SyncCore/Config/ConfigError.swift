/// The configuration cannot be used. Names every mistake, not only the first.
public struct ConfigError: Diagnostic, Equatable {
    /// In the order of the file; never empty.
    public let mistakes: [ConfigMistake]

    public init(_ first: ConfigMistake, _ others: [ConfigMistake] = []) {
        mistakes = [first] + others
    }

    /// For a file that cannot be used as a whole.
    public init(file: String, problem: String, hint: String) {
        let place = ConfigMistake(
            key: nil, origin: .default, problem: "`\(file.printable())` \(problem)", hint: hint)
        self.init(place)
    }

    public var code: String { "config" }

    public var summary: String {
        guard mistakes.count > 1 else { return mistakes[0].sentence }
        // More than this nobody reads; the next attempt shows the rest.
        let shown = mistakes.prefix(20).map { $0.sentence + ($0.hint.map { " (\($0))" } ?? "") }
        let rest = mistakes.count - shown.count
        return "\(mistakes.count) mistakes: \(shown.joined(separator: "; "))" + (rest > 0 ? "; and \(rest) more" : "")
    }

    public var hint: String? {
        mistakes.count > 1 ? "Mend them, then try `assetsync config check`" : mistakes[0].hint
    }
}
