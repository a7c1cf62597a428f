extension String {
    /// The text as it may stand in a terminal, a log line or a JSON message: control characters, line separators,
    /// bidirectional overrides and other invisible characters are written as `\u{1B}`.
    ///
    /// A result longer than `limit` characters is cut and ends with `…`.
    public func printable(limit: Int = .max) -> String {
        // Nearly all texts are short plain ASCII; they pass without a copy.
        if utf8.count <= limit, utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return self }
        var result = ""
        var room = max(limit, 0)
        for scalar in unicodeScalars {
            let shown = scalar.isInvisible ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
            room -= scalar.isInvisible ? shown.utf8.count : 1
            if room < 0 { return result + "…" }
            result += shown
        }
        return result
    }
}

extension Unicode.Scalar {
    /// U+0000 to U+001F and U+007F to U+009F; Unicode promises that there will never be others.
    var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

    /// Leaves no mark of its own, or changes how its neighbours are shown.
    fileprivate var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        default: properties.isDefaultIgnorableCodePoint && !properties.isVariationSelector
        }
    }
}
