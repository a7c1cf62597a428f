import SyncCore

/// Numbers and times in words.
enum Quantities {
    /// `340 ms`, `2.1 s`, `3 min 4 s`, `2 h 5 min`.
    static func elapsed(milliseconds: Int64) -> String {
        let value = max(0, milliseconds)
        return switch value {
        case ..<1000: "\(value) ms"
        case ..<60_000: "\(value / 1000).\(value % 1000 / 100) s"
        default: span(seconds: value / 1000)
        }
    }

    /// `5 s`, `3 min 4 s`, `2 h 5 min`, `3 d 4 h`.
    static func span(seconds: Int64) -> String {
        func pair(_ large: Int64, _ largeUnit: String, _ small: Int64, _ smallUnit: String) -> String {
            small == 0 ? "\(large) \(largeUnit)" : "\(large) \(largeUnit) \(small) \(smallUnit)"
        }
        let value = max(0, seconds)
        return switch value {
        case ..<60: "\(value) s"
        case ..<3600: pair(value / 60, "min", value % 60, "s")
        case ..<86_400: pair(value / 3600, "h", value % 3600 / 60, "min")
        default: pair(value / 86_400, "d", value % 86_400 / 3600, "h")
        }
    }

    /// `2026-01-02T03:04:05Z (3 min ago)`; the bare time where the clock says it is still to come.
    static func moment(_ moment: Timestamp, now: Timestamp) -> String {
        moment > now ? "\(moment)" : "\(moment) (\(age(of: moment, now: now)))"
    }

    /// `3 min ago`; the bare time where the clock says it is still to come.
    static func age(of moment: Timestamp, now: Timestamp) -> String {
        let (age, overflow) = now.seconds.subtractingReportingOverflow(moment.seconds)
        return overflow || age < 0 ? "\(moment)" : "\(roughly(seconds: age)) ago"
    }

    /// The largest unit only: `3 min`.
    static func roughly(seconds: Int64) -> String {
        switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3600: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) days"
        }
    }

    /// `3 files, 1 folder, 2 links`, without what there is none of.
    static func counts(files: Int, folders: Int, links: Int) -> String {
        let counts = [(files, "file"), (folders, "folder"), (links, "link")].filter { $0.0 > 0 }
        return counts.isEmpty
            ? "nothing" : counts.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: ", ")
    }

    /// `1 game`, `2 games`.
    static func games(_ count: Int) -> String { count == 1 ? "1 game" : "\(count) games" }

    /// 0 to 100, rounded down so that it says 100 only at the end; nil without a usable total.
    static func percent(_ done: Int64, of total: Int64?) -> Int? {
        guard let total, total > 0 else { return nil }
        return Int(Double(min(max(done, 0), total)) / Double(total) * 100)
    }

    /// `1.0 MiB of 2.0 MiB`.
    static func bytes(_ done: Int64, of total: Int64?) -> String {
        total.map { "\(byteText(done)) of \(byteText($0))" } ?? byteText(done)
    }

    /// At most ten names, then how many more there are.
    static func list(_ names: [String]) -> String {
        let shown = names.prefix(10).map { $0.printable(limit: 80) }.joined(separator: ", ")
        return names.count > 10 ? "\(shown) and \(names.count - 10) more" : shown
    }
}
