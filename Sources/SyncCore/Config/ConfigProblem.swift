/// What is wrong with one value, before it is known whose value it is. Never repeats what may be a secret.
public struct ConfigProblem: Error, Equatable {
    public let text: String
    public let hint: String?
    /// The line of a part of the value; nil for the whole value's.
    public let line: Int?
    /// What is wrong with further parts.
    public private(set) var others: [ConfigProblem] = []

    public init(_ text: String, hint: String? = nil, line: Int? = nil) {
        self.text = text
        self.hint = hint
        self.line = line
    }

    /// Goes through all parts of a value, also after one that is wrong.
    ///
    /// - Throws: The first problem, with the others in it; each has the line of its part.
    static func collecting<Part>(
        _ parts: [Part], line: (Part) -> Int, _ body: (Part) throws(ConfigProblem) -> Void
    ) throws(ConfigProblem) {
        var problems: [ConfigProblem] = []
        for part in parts {
            do throws(ConfigProblem) {
                try body(part)
            } catch {
                problems.append(ConfigProblem(error.text, hint: error.hint, line: error.line ?? line(part)))
            }
        }
        guard var first = problems.first else { return }
        first.others = Array(problems.dropFirst())
        throw first
    }
}
