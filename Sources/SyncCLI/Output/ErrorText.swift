import SyncCore

/// Errors as every command prints them.
enum ErrorText {
    static func lines(_ error: some Diagnostic, paint: Paint) -> [String] {
        ["\(paint("error", .red)): \(error.summary)"] + (error.hint.map { ["\(paint("hint", .cyan)): \($0)"] } ?? [])
    }

    /// A failure's words and its way out, which stand in one text with a full stop between them.
    static func parts(_ message: String) -> (cause: String, hint: String?) {
        var inLiteral = false
        var index = message.startIndex
        while index < message.endIndex {
            if message[index] == "`" { inLiteral.toggle() }
            if !inLiteral, message[index...].hasPrefix(". ") {
                let hint = message[index...].dropFirst(2)
                return (String(message[..<index]).printable(), hint.isEmpty ? nil : String(hint).printable())
            }
            index = message.index(after: index)
        }
        return (message.printable(), nil)
    }
}
