/// A text that is no duration, size, share or address.
public struct UnitError: Diagnostic, Equatable {
    /// With its article: `a duration`.
    public let kind: String
    /// As it was written, printable.
    public let text: String
    /// How such a value is written, with backticks.
    public let examples: String

    public init(_ kind: String, _ text: String, examples: String) {
        self.kind = kind
        self.text = text.printable(limit: 60)
        self.examples = examples
    }

    public var code: String { "unit" }
    public var summary: String { "`\(text)` is not \(kind)" }
    public var hint: String? { "Write it like \(examples)" }
}
