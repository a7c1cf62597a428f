/// The rule that ids and versions share: a single folder name that is safe on any Linux file system.
///
/// Compared byte for byte and never normalised: two spellings of the same glyph are two names.
enum SafeName {
    static let maximumBytes = 200

    /// Says what is wrong with `text`, or nil when it is a safe name.
    static func problem(in text: String) -> NameProblem? {
        let count = text.utf8.count
        guard count > 0 else { return .empty }
        guard count <= maximumBytes else { return .tooLong(bytes: count) }
        if text == "." || text == ".." { return .dots }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "/": return .slash
            case "\\": return .backslash
            case _ where scalar.isControl: return .control(scalar.value)
            default: continue
            }
        }
        if text.utf8.first == UInt8(ascii: ".") { return .leadingDot }
        // Any white space, not only U+0020: nobody can see which one it is.
        let scalars = text.unicodeScalars
        let ends = [scalars.first, scalars.last].compactMap { $0 }
        return ends.contains { $0 == " " || !$0.isASCII && $0.properties.isWhitespace } ? .outerSpace : nil
    }
}
