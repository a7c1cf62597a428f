/// Date and time of MS-DOS (APPNOTE 4.4.6): two seconds exact, 1980 to 2107, no time zone.
enum DOSTime {
    /// 1 January 1980, the first moment it can say.
    static let epoch: Int64 = 315_532_800

    /// Seconds since 1970, read as UTC so that the same archive gives the same tree everywhere. A date that does not
    /// exist, such as month 0, is the epoch.
    static func seconds(date: UInt16, time: UInt16) -> Int64 {
        let year = Int64(date >> 9) + 1980
        let month = Int64(date >> 5 & 15)
        let day = Int64(date & 31)
        let hour = Int64(time >> 11)
        let minute = Int64(time >> 5 & 63)
        let second = Int64(time & 31) * 2
        guard (1...12).contains(month), day >= 1, hour < 24, minute < 60, second < 60 else { return epoch }
        return daysSince1970(year: year, month: month, day: day) * 86_400 + hour * 3600 + minute * 60 + second
    }

    /// Days from the civil calendar, counted in eras of 400 years that begin in March.
    private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
