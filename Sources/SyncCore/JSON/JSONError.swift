/// Why a text is not strict JSON.
public struct JSONError: Diagnostic, Equatable {
    /// Counted from 1.
    public let line: Int
    /// In characters, counted from 1; a byte order mark does not count.
    public let column: Int
    public let problem: String

    public var code: String { "json" }
    public var summary: String { "not valid JSON: \(problem) at line \(line), column \(column)" }
}
