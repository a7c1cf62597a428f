/// Unsigned decimal numbers as HTTP writes them: digits and nothing else.
enum Decimal {
    /// Nil for anything but ASCII digits, and for numbers that do not fit.
    static func parse(_ text: some StringProtocol) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(text)
    }
}
