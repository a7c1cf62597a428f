/// How many bytes a run may still fetch, by the limits for runs, days and months. Pure.
public struct TransferBudget: Sendable, Equatable {
    /// What a limit counts.
    public enum Span: String, Sendable, Equatable, CaseIterable {
        case run, day, month

        /// The configuration's name of the limit.
        public var key: String { "transfer.max_bytes_per_\(rawValue)" }
    }

    public enum Verdict: Sendable, Equatable {
        case fits
        /// There is not enough left of the limit that lasts longest.
        case waits(Span)
        /// Not even the whole of that limit is enough.
        case never(Span)
    }

    /// In bytes; a span without a limit is not there.
    public let limits: [Span: Int64]
    /// Bytes that came, and those that are promised to games under way.
    public let used: [Span: Int64]

    public init(limits: [Span: Int64], used: [Span: Int64]) {
        self.limits = limits
        self.used = used
    }

    /// What is left of one limit; nil without it.
    public func left(of span: Span) -> Int64? {
        limits[span].map { max(0, $0 - min($0, max(0, used[span] ?? 0))) }
    }

    /// What is left of all limits together; nil without any.
    public var left: Int64? { Span.allCases.compactMap(left(of:)).min() }

    /// The limit of which the least is left; nil without any.
    public var tightest: Span? {
        Span.allCases.filter { limits[$0] != nil }.min { (left(of: $0) ?? 0) < (left(of: $1) ?? 0) }
    }

    /// Whether so much more may be fetched.
    ///
    /// - Parameters:
    ///   - needed: In bytes; nil where nobody knows, which fits as long as anything is left.
    ///   - overhead: What every run fetches before its games, the manifest above all.
    /// - Returns: The answer, with the limit that says so.
    public func verdict(needed: Int64?, overhead: Int64 = 0) -> Verdict {
        let needed = max(1, needed ?? 1)
        let (whole, overflow) = needed.addingReportingOverflow(max(0, overhead))
        let spans = Span.allCases
        if let span = spans.last(where: { limits[$0].map { overflow || whole > $0 } ?? false }) { return .never(span) }
        if let span = spans.last(where: { left(of: $0).map { needed > $0 } ?? false }) { return .waits(span) }
        return .fits
    }

    /// `` `transfer.max_bytes_per_day` has 12.0 MiB of 100 MiB left, 35.0 MiB needed ``
    public func words(_ span: Span, needed: Int64?) -> String {
        let left = byteText(left(of: span) ?? 0)
        return "`\(span.key)` has \(left) of \(byteText(limits[span] ?? 0)) left"
            + (needed.map { ", \(byteText($0)) needed" } ?? "")
    }
}
