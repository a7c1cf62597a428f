/// One line that says how far something is.
enum ProgressBar {
    /// Head, bar, percentage and as many facts as there is room for: the last ones are left out first. The percentage is
    /// nil where the total is not known.
    static func line(head: String, percent: Int?, facts: [String], width: Int) -> String {
        let share = percent.map { $0 < 10 ? "  \($0)%" : $0 < 100 ? " \($0)%" : "\($0)%" } ?? "    "
        let fixed = displayWidth(head) + 2 + share.count
        var tail = ""
        let smallest = width - fixed - 2 - 10
        for fact in facts where displayWidth(tail) + 2 + displayWidth(fact) <= smallest { tail += "  " + fact }
        let inner = min(width - fixed - displayWidth(tail) - 3, 30)
        guard inner >= 4 else { return "\(head)  \(share)" }
        let full = (percent ?? 0) * inner / 100
        let filled = String(repeating: "=", count: max(full - 1, 0)) + (full > 0 ? full == inner ? "=" : ">" : "")
        return "\(head)  [\(padded(filled, columns: inner))] \(share)\(tail)"
    }
}
