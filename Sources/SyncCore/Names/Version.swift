/// Names one version of a game. Compared for equality only: what the manifest says is wanted, also a lower one.
///
/// A single safe folder name of at most 200 bytes, compared byte for byte.
public struct Version: Sendable, Hashable, Comparable, CustomStringConvertible {
    public let text: String

    /// - Throws: ``NameError`` that says which part of the rule the text breaks.
    public init(_ text: String) throws(NameError) {
        if let problem = SafeName.problem(in: text) {
            throw NameError(kind: "version", text: text, problem: problem)
        }
        self.text = text
    }

    /// Safe to print: bidirectional overrides and the like are escaped.
    public var description: String { text.printable() }

    public static func == (left: Self, right: Self) -> Bool {
        left.text.hasSameBytes(as: right.text)
    }

    public func hash(into hasher: inout Hasher) {
        // Texts of the same bytes have the same hash; that some others have it too does no harm.
        hasher.combine(text)
    }

    public static func < (left: Self, right: Self) -> Bool {
        left.text.precedesInBytes(right.text)
    }
}
