/// A day of the Gregorian calendar, also before its time.
///
/// Its own arithmetic rather than Foundation's: that takes 30 February for 2 March, and a stranger's text must not reach
/// a parser whose limits are unknown.
struct CalendarDate: Equatable {
    let year: Int64
    let month: Int64
    let day: Int64

    init(year: Int64, month: Int64, day: Int64) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Years are counted from March, so that the leap day comes last and the lengths of months follow one formula.
    init(daysSince1970 days: Int64) {
        let days = days + Self.daysBefore1970
        // In units of 400, 100, 4 and 1 years; the last of four hundred years and the last of four are a day longer.
        let (cycles, inCycle) = days.quotientAndRemainder(flooredBy: 146_097)
        let centuries = min(inCycle / 36_524, 3)
        let inCentury = inCycle - centuries * 36_524
        let fours = inCentury / 1461
        let inFour = inCentury - fours * 1461
        let years = min(inFour / 365, 3)
        let dayOfYear = inFour - years * 365
        let monthFromMarch = (dayOfYear * 5 + 2) / 153
        day = dayOfYear - Self.daysBefore(monthFromMarch: monthFromMarch) + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = cycles * 400 + centuries * 100 + fours * 4 + years + (month <= 2 ? 1 : 0)
    }

    var daysSince1970: Int64 {
        let yearFromMarch = month <= 2 ? year - 1 : year
        let monthFromMarch = month <= 2 ? month + 9 : month - 3
        let leapDays =
            yearFromMarch.quotient(flooredBy: 4) - yearFromMarch.quotient(flooredBy: 100)
            + yearFromMarch.quotient(flooredBy: 400)
        return yearFromMarch * 365 + leapDays + Self.daysBefore(monthFromMarch: monthFromMarch) + day - 1
            - Self.daysBefore1970
    }

    /// Whether there is such a day.
    var exists: Bool {
        guard (1...12).contains(month), day >= 1 else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        switch month {
        case 2: return day <= (isLeap ? 29 : 28)
        case 4, 6, 9, 11: return day <= 30
        default: return day <= 31
        }
    }

    /// From 1 March of the year 0 to 1 January 1970.
    private static let daysBefore1970: Int64 = 719_468

    /// 0, 31, 61, 92, …: five months have 153 days.
    private static func daysBefore(monthFromMarch month: Int64) -> Int64 { (month * 153 + 2) / 5 }
}

extension Int64 {
    /// The quotient rounded down, also for negative numbers, and what is left, which is then never negative.
    func quotientAndRemainder(flooredBy divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    func quotient(flooredBy divisor: Int64) -> Int64 { quotientAndRemainder(flooredBy: divisor).quotient }
}
