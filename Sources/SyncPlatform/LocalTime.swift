import Glibc
public import SyncCore

extension Timestamp {
    /// `2026-01-02 03:04:05` where this machine is: by `TZ`, else by `/etc/localtime`.
    public var local: String {
        var moment = time_t(seconds)
        var parts = tm()
        guard localtime_r(&moment, &parts) != nil else { return description }
        func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let (year, _) = parts.tm_year.addingReportingOverflow(1900)
        return "\(year)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
            + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
    }
}
