import SyncPlatform

/// What is known of the place that a stream leads to.
struct TerminalFacts: Sendable {
    var isTerminal = false
    /// Whether the cursor can be moved: a terminal that is not `dumb`.
    var canDraw = false
    var usesColor = false
    /// Whether the locale says UTF-8, so that arrows and dashes can be more than ASCII.
    var usesUnicode = false
    /// Columns and rows, asked anew each time because windows are resized; nil where text is not to be fitted.
    var size: @Sendable () -> (columns: Int, rows: Int)? = { nil }
    /// Whether drawing disturbs nobody: false while the program is a background job.
    var isForeground: @Sendable () -> Bool = { true }

    var paint: Paint { Paint(isOn: usesColor) }
    var glyphs: Glyphs { usesUnicode ? .unicode : .ascii }

    static func of(_ stream: StandardStream, environment: [String: String]) -> TerminalFacts {
        var facts = TerminalFacts()
        facts.usesUnicode = isUnicode(environment)
        guard stream.isTerminal else { return facts }
        let term = environment["TERM"] ?? ""
        facts.isTerminal = true
        facts.canDraw = !term.isEmpty && term != "dumb"
        facts.usesColor = facts.canDraw && (environment["NO_COLOR"] ?? "").isEmpty
        facts.size = { stream.size }
        facts.isForeground = { stream.isForeground }
        return facts
    }

    /// As setlocale(3) finds the encoding: the first of the three that is set counts.
    static func isUnicode(_ environment: [String: String]) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let name = locale.lowercased()
        return name.contains("utf-8") || name.contains("utf8")
    }
}
