/// The rule that ids and versions share: a single folder name that is safe on any Linux file system.
///
/// Compared byte for byte and never normalised: two spellings of the same glyph are two names.
enum SafeName {
    static let maximumBytes = 200

    /// Says what is wrong with `text`, or nil when it is a safe name.
    static func problem(in text: String) -> NameProblem? {
        if text.isEmpty { return .empty }
        if text.utf8.count > maximumBytes { return .tooLong(bytes: text.utf8.count) }
        if text == "." || text == ".." { return .dots }
        if text.utf8.first == UInt8(ascii: ".") { return .leadingDot }
        if text.utf8.first == UInt8(ascii: " ") || text.utf8.last == UInt8(ascii: " ") { return .outerSpace }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "/": return .slash
            case "\\": return .backslash
            case _ where scalar.properties.generalCategory == .control: return .control(scalar.value)
            default: continue
            }
        }
        return nil
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
        case .control(let value): "contains the control character U+\(String(value, radix: 16, uppercase: true))"
        }
    }
}

/// A text that was refused as a name.
public struct NameError: Diagnostic, Equatable {
    /// `id` or `version`.
    public let kind: String
    public let text: String
    public let problem: NameProblem

    public var code: String { "name.\(kind)" }
    public var summary: String { "the \(kind) `\(text.printable(limit: 80))` \(problem.description)" }
    public var hint: String? { "Use a single folder name such as `snake` or `1.0.3` for the \(kind)" }
}
