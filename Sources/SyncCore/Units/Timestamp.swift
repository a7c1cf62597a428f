import FoundationEssentials

/// A moment in whole seconds since 1970 (UTC), as RFC 3339 text where people and JSON see it.
public struct Timestamp: Sendable, Hashable, Comparable, CustomStringConvertible {
    public let seconds: Int64

    public init(seconds: Int64) { self.seconds = seconds }

    /// Reads RFC 3339 text such as `2026-01-02T03:04:05Z`, `2026-01-02T03:04:05.123+08:00`; nil for anything else.
    public init?(_ text: String) {
        let plain = Date.ISO8601FormatStyle()
        let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        guard let date = (try? plain.parse(text)) ?? (try? fractional.parse(text)) else { return nil }
        seconds = Int64(date.timeIntervalSince1970.rounded(.down))
    }

    /// `2026-01-02T03:04:05Z`.
    public var description: String {
        Date(timeIntervalSince1970: Double(seconds)).formatted(Date.ISO8601FormatStyle())
    }

    public static func < (left: Self, right: Self) -> Bool { left.seconds < right.seconds }

    public func advanced(by seconds: Int64) -> Timestamp { Timestamp(seconds: self.seconds + seconds) }
}
