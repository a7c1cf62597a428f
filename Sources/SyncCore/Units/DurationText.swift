/// Durations as people write them: `90s`, `15m`, `1h30m`.
public enum DurationText {
    static let examples = "`90s`, `15m` or `1h30m`"
    /// A hundred years: far beyond every use, and no sum below it overflows.
    static let maximum = Duration.seconds(100 * 365 * 86_400)

    private static let units: [(name: String, milliseconds: Int64)] = [
        ("w", 604_800_000), ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
    ]

    /// Reads whole numbers with a unit each, the larger unit first; at most a hundred years.
    public static func parse(_ text: String) throws(UnitError) -> Duration {
        let error = UnitError("a duration", text, examples: examples)
        var rest = Substring(text)
        var total: Int64 = 0
        var firstUnit = 0
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count)
            let word = rest.prefix { $0.isASCII && $0.isLetter }
            rest = rest.dropFirst(word.count)
            guard let count = Int64(digits), let unit = units.firstIndex(where: { $0.name == word }),
                unit >= firstUnit
            else { throw error }
            firstUnit = unit + 1
            let (part, tooLong) = count.multipliedReportingOverflow(by: units[unit].milliseconds)
            let (sum, tooMuch) = total.addingReportingOverflow(part)
            guard !tooLong, !tooMuch, .milliseconds(sum) <= maximum else { throw error }
            total = sum
        }
        guard firstUnit > 0 else { throw error }
        return .milliseconds(total)
    }

    /// The shortest text that ``parse(_:)`` reads as the same duration: `1h30m`. What is under a millisecond is dropped.
    public static func text(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflow, whole > 0 || attoseconds > 0 else { return "0s" }
        var rest = whole + attoseconds / 1_000_000_000_000_000
        var out = ""
        // Weeks are read but not written: `14d` says more than `2w`.
        for unit in units.dropFirst() where rest >= unit.milliseconds {
            out += "\(rest / unit.milliseconds)\(unit.name)"
            rest %= unit.milliseconds
        }
        return out.isEmpty ? "0s" : out
    }
}
