/// Sizes as people write them: `64MiB`, `1.5GB`, or plain bytes.
public enum ByteSize {
    static let examples = "`64MiB`, `1.5GB` or a number of bytes"

    /// `K`, `M`, `G` and `T` alone count in 1024, as with curl, rsync and systemd; with `B` in 1000, with `iB` in 1024.
    private static let units: [(name: String, bytes: Int64)] = [
        ("PiB", 1 << 50), ("TiB", 1 << 40), ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10),
        ("PB", 1_000_000_000_000_000), ("TB", 1_000_000_000_000), ("GB", 1_000_000_000), ("MB", 1_000_000),
        ("kB", 1000),
        ("T", 1 << 40), ("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10), ("B", 1),
    ]

    /// Reads a decimal number and a unit in any case; a space between them is allowed. A part of a byte is dropped.
    public static func parse(_ text: String) throws(UnitError) -> Int64 {
        let error = UnitError("a size", text, examples: examples)
        var rest = Substring(text)
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest.dropFirst(digits.count)
        var fraction = Substring()
        if rest.first == "." {
            rest = rest.dropFirst()
            fraction = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(fraction.count)
            guard (1...9).contains(fraction.count) else { throw error }
        }
        if rest.first == " " { rest = rest.dropFirst() }
        let word = rest.lowercased()
        guard let count = Int64(digits),
            let scale = word.isEmpty ? 1 : units.first(where: { $0.name.lowercased() == word })?.bytes
        else { throw error }
        let (whole, tooLarge) = count.multipliedReportingOverflow(by: scale)
        let (sum, tooMuch) = whole.addingReportingOverflow(part(of: scale, decimals: fraction))
        guard !tooLarge, !tooMuch else { throw error }
        return sum
    }

    /// `scale` times `0.decimals`, rounded down. At most nine decimals, so the product fits in 128 bits.
    private static func part(of scale: Int64, decimals: Substring) -> Int64 {
        guard let numerator = Int64(decimals) else { return 0 }
        var denominator: Int64 = 1
        for _ in decimals { denominator *= 10 }
        return denominator.dividingFullWidth(scale.multipliedFullWidth(by: numerator)).quotient
    }

    /// A text that ``parse(_:)`` reads as exactly the same number: `64MiB`, `1500MB`, `1001`.
    public static func text(_ bytes: Int64) -> String {
        guard bytes > 0, let unit = units.first(where: { bytes % $0.bytes == 0 }), unit.bytes > 1 else {
            return "\(bytes)"
        }
        return "\(bytes / unit.bytes)\(unit.name)"
    }
}
