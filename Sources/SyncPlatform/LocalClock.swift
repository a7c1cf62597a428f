import Glibc
public import SyncCore

/// The time on this machine's wall, by the time zone of `TZ`, else of `/etc/localtime`.
public enum LocalClock {
    public static func time(at moment: Timestamp) -> LocalTime {
        guard let parts = parts(of: moment) else { return LocalTime(year: 1970, month: 1, day: 1) }
        return LocalTime(
            year: Int64(parts.tm_year) + 1900, month: Int64(parts.tm_mon) + 1, day: Int64(parts.tm_mday),
            minuteOfDay: Int(parts.tm_hour) * 60 + Int(parts.tm_min))
    }

    /// `2026-01-02 03:04:05`.
    public static func text(of moment: Timestamp) -> String {
        guard let parts = parts(of: moment) else { return moment.description }
        return "\(time(at: moment)):\(parts.tm_sec < 10 ? "0" : "")\(parts.tm_sec)"
    }

    /// When it is that time here; one that a change of the clock leaves out is the nearest one after it. nil for a date
    /// that the system cannot tell.
    public static func moment(of time: LocalTime) -> Timestamp? {
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

    /// nil for a year that the system cannot tell.
    private static func parts(of moment: Timestamp) -> tm? {
        var seconds = time_t(moment.seconds)
        var parts = tm()
        return localtime_r(&seconds, &parts) == nil ? nil : parts
    }
}
