/// How many columns of a terminal a printable text takes: East Asian wide characters and emoji take two, combining
/// marks none (Unicode Standard Annex #11). The C library's wcwidth(3) depends on the locale and is wrong in `C`.
func displayWidth(_ text: some StringProtocol) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
}

/// As many leading characters as fit the columns.
func prefix(of text: String, columns limit: Int) -> String {
    var used = 0
    var result = ""
    for character in text {
        used += character.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
        if used > limit { break }
        result.append(character)
    }
    return result
}

/// The text cut to the columns, with an ellipsis where something is missing.
func fitted(_ text: String, columns limit: Int, glyphs: Glyphs) -> String {
    guard displayWidth(text) > limit else { return text }
    let mark = displayWidth(glyphs.ellipsis) < limit ? glyphs.ellipsis : ""
    return prefix(of: text, columns: max(0, limit - displayWidth(mark))) + mark
}

/// The same for a path: its end is what tells it from others.
func fittedAtEnd(_ text: String, columns limit: Int, glyphs: Glyphs) -> String {
    guard displayWidth(text) > limit else { return text }
    let mark = displayWidth(glyphs.ellipsis) < limit ? glyphs.ellipsis : ""
    let end = prefix(of: String(text.reversed()), columns: max(0, limit - displayWidth(mark)))
    return mark + String(end.reversed())
}

/// The text with spaces up to the columns; longer ones as they are.
func padded(_ text: String, columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - displayWidth(text)))
}

private func columns(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    // Hangul vowels and final consonants join the consonant before them.
    if (0x1160...0x11FF).contains(scalar.value) { return 0 }
    var low = 0
    var high = wideRanges.count
    while low < high {
        let middle = (low + high) / 2
        if wideRanges[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
    }
    return low < wideRanges.count && wideRanges[low].contains(scalar.value) ? 2 : 1
}
