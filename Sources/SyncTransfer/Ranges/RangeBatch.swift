/// The ranges that one request asks for.
struct RangeBatch: Sendable, Equatable {
    /// So that several requests share the work where there is much: a range that is longer goes alone.
    static let bytes: Int64 = 8 << 20

    let ranges: [ByteRange]

    /// Takes the next ranges off a list: at most `width`, and no more than ``bytes`` unless one alone has more.
    static func next(of rest: inout ArraySlice<ByteRange>, width: Int) -> RangeBatch? {
        guard !rest.isEmpty else { return nil }
        var taken: [ByteRange] = []
        var sum: Int64 = 0
        while let range = rest.first, taken.count < width, taken.isEmpty || range.length <= bytes - sum {
            // A sum that would not fit is over the limit anyway.
            sum += min(range.length, bytes)
            taken.append(range)
            rest.removeFirst()
        }
        return RangeBatch(ranges: taken)
    }

    /// The field `Range` (RFC 9110, section 14.2).
    var field: String { "bytes=" + ranges.map(\.spelling).joined(separator: ",") }

    /// More than this no honest reply has: all between the first and the last byte, and the heads of the parts.
    var mostBodyBytes: Int64 {
        guard let first = ranges.first, let last = ranges.last else { return 0 }
        let heads = Int64(ranges.count + 2) * 1024
        let (sum, isTooMuch) = (last.end - first.offset).addingReportingOverflow(heads)
        return isTooMuch ? .max : sum
    }
}
