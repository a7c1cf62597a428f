/// `Content-Range` (RFC 9110, section 14.4): which bytes of the whole a reply holds.
enum ContentRange: Sendable, Equatable {
    /// `bytes 0-99/200`; the total is nil for `*`. The first position is at most the last, the last below the total.
    case part(first: Int64, last: Int64, total: Int64?)
    /// `bytes */200`: the range was not satisfiable, the whole has this many bytes.
    case unsatisfied(total: Int64)

    /// Nil for another unit, and for positions that contradict each other.
    init?(_ text: String) {
        guard text.utf8.count <= 100 else { return nil }
        let words = text.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let halves = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        let total = Decimal.parse(halves[1])
        guard total != nil || halves[1] == "*" else { return nil }
        if halves[0] == "*" {
            guard let total else { return nil }
            self = .unsatisfied(total: total)
            return
        }
        let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Decimal.parse(ends[0]), let last = Decimal.parse(ends[1]), first <= last
        else { return nil }
        if let total, last >= total { return nil }
        // So that a length, last - first + 1, always fits.
        guard last < .max else { return nil }
        self = .part(first: first, last: last, total: total)
    }
}
