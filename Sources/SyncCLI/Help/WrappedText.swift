/// Breaks text at spaces so that no line is longer than the width, unless one word is.
struct WrappedText {
    let width: Int

    /// One paragraph in lines: `first` stands before the first one, the others are indented.
    func lines(_ text: String, first: String = "", indent: Int = 0) -> [String] {
        var lines: [String] = []
        var line = first
        var isEmpty = true
        for word in text.split(separator: " ") {
            if !isEmpty, displayWidth(line) + 1 + displayWidth(word) > width {
                lines.append(line)
                line = String(repeating: " ", count: indent)
                isEmpty = true
            }
            line += isEmpty ? word : " \(word)"
            isEmpty = false
        }
        return lines + [line]
    }
}
