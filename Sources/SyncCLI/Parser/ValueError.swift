import SyncCore

/// Why the value of an option or operand is of no use; the parser adds where it stood.
struct ValueError: Error, Equatable {
    let problem: String

    init(_ problem: String) { self.problem = problem }
}

func nonEmpty(_ text: String) throws(ValueError) -> String {
    guard !text.isEmpty else { throw ValueError("the value is empty") }
    return text
}

/// Reads one of the words of a closed set.
func choice<Choice: RawRepresentable<String> & CaseIterable>(_ text: String) throws(ValueError) -> Choice {
    if let choice = Choice(rawValue: text) { return choice }
    let words = Choice.allCases.map { "`\($0.rawValue)`" }
    throw ValueError("`\(text.printable(limit: 40))` is none of \(words.joined(separator: ", "))")
}
