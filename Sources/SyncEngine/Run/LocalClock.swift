import Glibc
import SyncCore

/// The time on this machine's wall, by the time zone of the system or of `TZ`.
enum LocalClock {
    static func time(at moment: Timestamp) -> LocalTime {
        var seconds = time_t(moment.seconds)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return LocalTime(year: 1970, month: 1, day: 1) }
        return LocalTime(
            year: Int64(parts.tm_year) + 1900, month: Int64(parts.tm_mon) + 1, day: Int64(parts.tm_mday),
            minuteOfDay: Int(parts.tm_hour) * 60 + Int(parts.tm_min))
    }

    /// When it is that time here; one that a change of the clock leaves out is the nearest one after it. nil for a date
    /// that the system cannot tell.
    static func moment(of time: LocalTime) -> Timestamp? {
        var parts = tm()
        parts.tm_year = Int32(clamping: time.year - 1900)
        parts.tm_mon = Int32(clamping: time.month - 1)
        parts.tm_mday = Int32(clamping: time.day)
        parts.tm_hour = Int32(clamping: time.minuteOfDay / 60)
        parts.tm_min = Int32(clamping: time.minuteOfDay % 60)
        // Whether the clock is put forward then, the zone tells.
        parts.tm_isdst = -1
        let seconds = mktime(&parts)
        return seconds == -1 ? nil : Timestamp(seconds: Int64(seconds))
    }
}
