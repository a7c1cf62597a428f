/// A date and a time of day on this machine's wall, for decisions about days, months and hours. Which moment it is, only
/// the time zone knows.
public struct LocalTime: Sendable, Equatable, CustomStringConvertible {
    public let year: Int64
    /// 1 to 12.
    public let month: Int64
    /// 1 to 31.
    public let day: Int64
    /// 0 to 1439.
    public let minuteOfDay: Int

    public init(year: Int64, month: Int64, day: Int64, minuteOfDay: Int = 0) {
        self.year = year
        self.month = month
        self.day = day
        self.minuteOfDay = minuteOfDay
    }

    /// Days since 1 January 1970 of the calendar on the wall.
    public var dayNumber: Int64 { CalendarDate(year: year, month: month, day: day).daysSince1970 }

    /// The numbers of the days of this month.
    public var monthDays: Range<Int64> {
        LocalTime(year: year, month: month, day: 1).dayNumber..<startOfNextMonth.dayNumber
    }

    public var startOfNextDay: LocalTime { at(dayNumber: dayNumber + 1, minute: 0) }

    public var startOfNextMonth: LocalTime {
        month < 12
            ? LocalTime(year: year, month: month + 1, day: 1) : LocalTime(year: year + 1, month: 1, day: 1)
    }

    func at(dayNumber: Int64, minute: Int) -> LocalTime {
        let date = CalendarDate(daysSince1970: dayNumber)
        return LocalTime(year: date.year, month: date.month, day: date.day, minuteOfDay: minute)
    }

    /// `03:04`.
    public var clock: String { clockText(minuteOfDay) }

    /// `2026-01-02 03:04`.
    public var description: String {
        "\(year)-\(twoDigits(month))-\(twoDigits(day)) \(clock)"
    }
}

/// `03:04`
func clockText(_ minute: Int) -> String { "\(twoDigits(Int64(minute / 60))):\(twoDigits(Int64(minute % 60)))" }

private func twoDigits(_ number: Int64) -> String { (0...9).contains(number) ? "0\(number)" : "\(number)" }
