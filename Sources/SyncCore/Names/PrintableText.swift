extension String {
    /// The text as it may stand in a terminal, a log line or a JSON message: control characters, line separators,
    /// bidirectional overrides and other invisible characters are written as `\u{1B}`.
    ///
    /// A result longer than `limit` characters is cut and ends with `…`.
    public func printable(limit: Int = .max) -> String {
        // Nearly all texts are plain ASCII; they pass without a copy.
        if limit == .max, utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return self }
        var result = ""
        var count = 0
        for scalar in unicodeScalars {
            if count >= limit { return result + "…" }
            count += 1
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default:
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
