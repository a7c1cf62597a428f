/// What is wrong with one value, before it is known whose value it is. Never repeats what may be a secret.
public struct ConfigProblem: Error, Equatable {
    public let text: String
    public let hint: String?
    /// The line of a part of the value; nil for the whole value's.
    public let line: Int?

    public init(_ text: String, hint: String? = nil, line: Int? = nil) {
        self.text = text
        self.hint = hint
        self.line = line
    }
}
