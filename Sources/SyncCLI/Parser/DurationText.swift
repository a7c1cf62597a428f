import SyncCore

/// Reads durations such as `90s`, `15m`, `1h30m`, `2d`.
enum DurationText {
    /// Longer ones are refused, so that no later sum can overflow.
    static let longest: Duration = .seconds(366 * 86_400)

    static func parse(_ text: String) throws(ValueError) -> Duration {
        let problem = ValueError("`\(text.printable(limit: 40))` is no duration such as `90s`, `15m` or `1h30m`")
        var rest = text.utf8[...]
        var seconds: Int64 = 0
        var smallestUnit = Int64.max
        guard !rest.isEmpty else { throw problem }
        while !rest.isEmpty {
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            guard !digits.isEmpty, digits.count <= 9, let number = Int64(Substring(digits)) else { throw problem }
            rest = rest.dropFirst(digits.count)
            let unit: Int64 =
                switch rest.popFirst() {
                case UInt8(ascii: "s"): 1
                case UInt8(ascii: "m"): 60
                case UInt8(ascii: "h"): 3600
                case UInt8(ascii: "d"): 86_400
                default: throw problem
                }
            // Each unit once, larger ones first: `30m1h` is more likely a mistake.
            guard unit < smallestUnit else { throw problem }
            smallestUnit = unit
            seconds += number * unit
        }
        guard .seconds(seconds) <= longest else { throw ValueError("`\(text)` is longer than a year") }
        return .seconds(seconds)
    }
}
