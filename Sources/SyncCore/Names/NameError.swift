/// A text that was refused as a name.
public struct NameError: Diagnostic, Equatable {
    /// `id` or `version`.
    public let kind: String
    public let text: String
    public let problem: NameProblem

    public var code: String { "name.\(kind)" }
    public var summary: String { "the \(kind) `\(text.hidingSecrets().printable(limit: 80))` \(problem.description)" }
    public var hint: String? { "Use a single folder name such as `snake` or `1.0.3` for the \(kind)" }

    public static func == (left: Self, right: Self) -> Bool {
        left.kind == right.kind && left.text.hasSameBytes(as: right.text) && left.problem == right.problem
    }
}

/// Why a text cannot be an id or a version.
public enum NameProblem: Sendable, Equatable {
    case empty
    case tooLong(bytes: Int)
    case dots
    case leadingDot
    case outerSpace
    case slash
    case backslash
    case control(UInt32)

    public var description: String {
        switch self {
        case .empty: "is empty"
        case .tooLong(let bytes): "has \(bytes) bytes, more than \(SafeName.maximumBytes)"
        case .dots: "is `.` or `..`"
        case .leadingDot: "begins with a dot"
        case .outerSpace: "begins or ends with a space"
        case .slash: "contains `/`"
        case .backslash: "contains `\\`"
        case .control(let value): "contains the control character U+\(Self.hex(value))"
        }
    }

    /// At least four digits, as Unicode writes its code points.
    private static func hex(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
