/// Breaks text at spaces so that no line is longer than the width, unless one word is.
struct WrappedText {
    let width: Int

    /// One paragraph in lines: `first` stands before the first one, the others are indented.
    func lines(_ text: String, first: String = "", indent: Int = 0) -> [String] {
        var lines: [String] = []
        var line = first
        var isEmpty = true
        for word in text.split(separator: " ") {
            if !isEmpty, Self.columns(line) + 1 + Self.columns(word) > width {
                lines.append(line)
                line = String(repeating: " ", count: indent)
                isEmpty = true
            }
            line += isEmpty ? word : " \(word)"
            isEmpty = false
        }
        return lines + [line]
    }

    /// Without the sequences of colours, which take no room.
    private static func columns(_ text: some StringProtocol) -> Int {
        guard text.utf8.contains(0x1B) else { return displayWidth(text) }
        return text.split(separator: "\u{1B}", omittingEmptySubsequences: false).enumerated().reduce(0) { sum, part in
            let visible = part.offset == 0 ? part.element : part.element.drop { $0 != "m" }.dropFirst()
            return sum + displayWidth(visible)
        }
    }
}
