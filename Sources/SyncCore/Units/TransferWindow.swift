/// A time of day in which archives are fetched: `01:00-05:00`. It may pass midnight: `22:00-06:00`.
public struct TransferWindow: Sendable, Equatable, CustomStringConvertible {
    static let examples = "`01:00-05:00`"

    /// In minutes of the day: the first one of the window, and the first one after it.
    private let opens: Int
    private let closes: Int

    /// Reads two times of day with a hyphen between them; `24:00` is the end of the day.
    public init(_ text: String) throws(UnitError) {
        let error = UnitError("a time of day", text, examples: "\(Self.examples) or `22:00-06:00`")
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let opens = Self.minute(parts[0]), let closes = Self.minute(parts[1]),
            opens < Self.day, opens != closes
        else { throw error }
        self.opens = opens
        self.closes = closes
    }

    private static let day = 24 * 60

    private static func minute(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }), let hour = Int(parts[0]),
            let minute = Int(parts[1]), minute < 60, hour * 60 + minute <= day
        else { return nil }
        return hour * 60 + minute
    }

    public func contains(_ time: LocalTime) -> Bool {
        let minute = time.minuteOfDay
        return opens < closes ? opens <= minute && minute < closes : opens <= minute || minute < closes
    }

    /// The next moment at which it opens.
    public func opening(after time: LocalTime) -> LocalTime {
        time.at(dayNumber: time.dayNumber + (time.minuteOfDay < opens ? 0 : 1), minute: opens)
    }

    /// Text that ``init(_:)`` reads as the same window.
    public var description: String { "\(clockText(opens))-\(clockText(closes))" }
}
