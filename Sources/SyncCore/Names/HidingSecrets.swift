extension String {
    /// The text with the user-info and the query of every address in it replaced by `…`.
    ///
    /// For text that came from outside and is quoted in a message: whoever mixes up two fields of a manifest must not
    /// find the token of a download in the log.
    public func hidingSecrets() -> String {
        guard utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "@") }) else { return self }
        var result = String.UnicodeScalarView()
        var rest = unicodeScalars[...]
        while !rest.isEmpty {
            let word = rest.prefix { !Self.endsAddress($0) }
            result.append(contentsOf: Self.hidingSecrets(inWord: word))
            rest = rest[word.endIndex...]
            let gap = rest.prefix { Self.endsAddress($0) }
            result.append(contentsOf: gap)
            rest = rest[gap.endIndex...]
        }
        return String(result)
    }

    /// White space, and the quotes and brackets that stand round an address in HTML, JSON and Markdown.
    private static func endsAddress(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\"", "'", "`", "<", ">": true
        default: scalar.properties.isWhitespace
        }
    }

    private static func hidingSecrets(inWord word: Substring.UnicodeScalarView) -> String.UnicodeScalarView {
        var shown = String.UnicodeScalarView()
        var rest = word
        // A password may hold any character, so that the last `@` counts, wherever it stands.
        if let at = rest.lastIndex(of: "@") {
            let address = rest[..<at]
            let slash = address.indices.first { address[$0...].starts(with: "://".unicodeScalars) }
            if let slash {
                shown.append(contentsOf: address[..<slash])
                shown.append(contentsOf: "://…".unicodeScalars)
                rest = rest[at...]
            } else if address.contains(":") {
                shown.append("…")
                rest = rest[at...]
            }
        }
        let isAddress = word.contains(":")
        if let mark = rest.firstIndex(of: "?"), isAddress || rest[mark...].contains("=") {
            shown.append(contentsOf: rest[...mark])
            shown.append("…")
        } else {
            shown.append(contentsOf: rest)
        }
        return shown
    }
}
