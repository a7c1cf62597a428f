/// A moment in whole seconds since 1970 (UTC), as RFC 3339 text where people and JSON see it.
public struct Timestamp: Sendable, Hashable, Comparable, CustomStringConvertible {
    public let seconds: Int64

    public init(seconds: Int64) { self.seconds = seconds }

    /// `2026-01-02T03:04:05Z`. Moments outside the years 0 to 9999, which the form cannot express, are shown as the
    /// first or the last one that it can.
    public var description: String {
        let shown = min(max(seconds, Self.earliest), Self.latest)
        let date = CalendarDate(daysSince1970: shown.quotient(flooredBy: 86_400))
        let time = shown - shown.quotient(flooredBy: 86_400) * 86_400
        return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
            + "T\(padded(time / 3600, 2)):\(padded(time / 60 % 60, 2)):\(padded(time % 60, 2))Z"
    }

    public static func < (left: Self, right: Self) -> Bool { left.seconds < right.seconds }

    /// A moment later, or earlier for a negative number; never beyond what an `Int64` holds.
    public func advanced(by seconds: Int64) -> Timestamp {
        let (sum, overflow) = self.seconds.addingReportingOverflow(seconds)
        return Timestamp(seconds: overflow ? (seconds < 0 ? .min : .max) : sum)
    }

    private static let earliest = CalendarDate(year: 0, month: 1, day: 1).daysSince1970 * 86_400
    private static let latest = CalendarDate(year: 10_000, month: 1, day: 1).daysSince1970 * 86_400 - 1
}

private func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
