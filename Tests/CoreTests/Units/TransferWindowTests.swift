import SyncCore
import Testing

@Suite("Time of day") struct TransferWindowTests {
    private func time(_ hour: Int, _ minute: Int, day: Int64 = 15) -> LocalTime {
        LocalTime(year: 2026, month: 3, day: day, minuteOfDay: hour * 60 + minute)
    }

    @Test(
        "it begins with its first minute and ends before its last, also past midnight",
        arguments: [
            ("01:00-05:00", 0, 59, false), ("01:00-05:00", 1, 0, true), ("01:00-05:00", 4, 59, true),
            ("01:00-05:00", 5, 0, false), ("22:00-06:00", 21, 59, false), ("22:00-06:00", 22, 0, true),
            ("22:00-06:00", 0, 0, true), ("22:00-06:00", 5, 59, true), ("22:00-06:00", 6, 0, false),
            ("00:00-24:00", 0, 0, true), ("00:00-24:00", 23, 59, true), ("20:00-00:00", 23, 59, true),
            ("20:00-00:00", 0, 0, false),
        ])
    func contains(_ text: String, _ hour: Int, _ minute: Int, _ isInside: Bool) throws {
        #expect(try TransferWindow(text).contains(time(hour, minute)) == isInside)
    }

    @Test(
        "it opens today where that is still to come, else tomorrow",
        arguments: [
            ("01:00-05:00", 0, 30, "2026-03-31 01:00"), ("01:00-05:00", 5, 0, "2026-04-01 01:00"),
            ("01:00-05:00", 1, 0, "2026-04-01 01:00"), ("22:30-06:00", 7, 0, "2026-03-31 22:30"),
        ])
    func opens(_ text: String, _ hour: Int, _ minute: Int, _ expected: String) throws {
        #expect(try TransferWindow(text).opening(after: time(hour, minute, day: 31)).description == expected)
    }

    @Test("it is written as it is read", arguments: [("1:05-23:59", "01:05-23:59"), ("22:00-24:00", "22:00-24:00")])
    func text(_ text: String, _ shown: String) throws {
        #expect(try TransferWindow(text).description == shown)
        #expect(try TransferWindow(shown) == TransferWindow(text))
    }

    @Test(
        "anything else is refused",
        arguments: [
            "", "-", "01:00", "01:00-", "01:00-01:00", "24:00-05:00", "25:00-01:00", "01:60-02:00", "1-5",
            "01:00-24:01",
            "01:00 - 05:00", "01:00-05:00-06:00", "+1:00-05:00", "０1:00-05:00", "999999999999999999999:00-1:00",
        ])
    func refused(_ text: String) { #expect(throws: UnitError.self) { try TransferWindow(text) } }

    @Test(
        "days and months follow the calendar on the wall",
        arguments: [
            (LocalTime(year: 2026, month: 12, day: 31, minuteOfDay: 1439), "2027-01-01 00:00", "2027-01-01 00:00", 31),
            (LocalTime(year: 2028, month: 2, day: 28), "2028-02-29 00:00", "2028-03-01 00:00", 29),
            (LocalTime(year: 2026, month: 2, day: 28), "2026-03-01 00:00", "2026-03-01 00:00", 28),
        ])
    func calendar(_ time: LocalTime, _ nextDay: String, _ nextMonth: String, _ days: Int) {
        #expect(time.startOfNextDay.description == nextDay)
        #expect(time.startOfNextMonth.description == nextMonth)
        #expect(time.monthDays.count == days)
        #expect(time.monthDays.contains(time.dayNumber))
        #expect(time.startOfNextDay.dayNumber == time.dayNumber + 1)
    }

    @Test("days are numbered from 1970")
    func number() {
        #expect(LocalTime(year: 1970, month: 1, day: 1).dayNumber == 0)
        #expect(LocalTime(year: 2026, month: 1, day: 1).dayNumber == 20_454)
    }
}
