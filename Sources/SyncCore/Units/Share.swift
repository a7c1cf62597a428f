/// A part of a whole in percent, exact to a hundredth: `50%`, `12.5%`.
public struct Share: Sendable, Hashable, Comparable, CustomStringConvertible {
    static let examples = "`50%` or `12.5%`"

    /// 0 to 10 000.
    public let hundredths: Int

    /// - Parameter percent: 0 to 100.
    public init(percent: Int) {
        precondition((0...100).contains(percent), "a share is 0 % to 100 %")
        hundredths = percent * 100
    }

    /// Reads a number from 0 to 100 with at most two decimals and a percent sign.
    public init(_ text: String) throws(UnitError) {
        let error = UnitError("a share", text, examples: Self.examples)
        var rest = Substring(text)
        guard rest.popLast() == "%" else { throw error }
        if rest.last == " " { rest = rest.dropLast() }
        let parts = rest.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let digits = parts[0]
        let decimals = parts.count > 1 ? parts[1] : "0"
        guard (1...3).contains(digits.count), (1...2).contains(decimals.count),
            (digits + decimals).allSatisfy({ $0.isASCII && $0.isNumber }), let whole = Int(digits),
            let part = Int(decimals.count == 1 ? decimals + "0" : decimals), whole * 100 + part <= 10_000
        else { throw error }
        hundredths = whole * 100 + part
    }

    /// Text that ``init(_:)`` reads as the same share.
    public var description: String {
        let (whole, part) = hundredths.quotientAndRemainder(dividingBy: 100)
        if part == 0 { return "\(whole)%" }
        return part % 10 == 0 ? "\(whole).\(part / 10)%" : "\(whole).\(part < 10 ? "0" : "")\(part)%"
    }

    /// This share of a number that is not negative, rounded down.
    public func of(_ whole: Int64) -> Int64 {
        let safe = max(0, whole)
        let (quotient, remainder) = safe.quotientAndRemainder(dividingBy: 10_000)
        return quotient * Int64(hundredths) + remainder * Int64(hundredths) / 10_000
    }

    /// Whether `part` of `whole` is more than this share, without rounding: half of 3 is exceeded by 2, not by 1.
    public func isExceeded(by part: Int, of whole: Int) -> Bool {
        let left = Int64(clamping: part).multipliedFullWidth(by: 10_000)
        let right = Int64(clamping: whole).multipliedFullWidth(by: Int64(hundredths))
        return (left.high, left.low) > (right.high, right.low)
    }

    public static func < (left: Self, right: Self) -> Bool { left.hundredths < right.hundredths }
}
