/// Why a text is not the index of an archive.
public struct IndexError: Diagnostic, Equatable {
    public let problem: String

    public init(_ problem: String) { self.problem = problem }

    public var code: String { "index" }
    public var summary: String { "the index is of no use: \(problem)" }
    public var hint: String? { "Publish the archive and its index again, both by `assetsync pack`" }
}
