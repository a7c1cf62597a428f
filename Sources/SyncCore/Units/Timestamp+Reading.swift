extension Timestamp {
    /// Reads RFC 3339 text such as `2026-01-02T03:04:05Z`, `2026-01-02T03:04:05.123+08:00`; nil for anything else.
    ///
    /// A fraction is rounded down. The leap second `23:59:60` is the first second of the next day.
    public init?(_ text: String) {
        var input = Array(text.utf8)[...]
        guard let year = Self.number(4, &input), Self.take("-", &input), let month = Self.number(2, &input),
            Self.take("-", &input), let day = Self.number(2, &input)
        else { return nil }
        let date = CalendarDate(year: year, month: month, day: day)
        // RFC 3339, section 5.6: a small `t` and a space are allowed too.
        guard date.exists, Self.take("T", &input) || Self.take("t", &input) || Self.take(" ", &input) else {
            return nil
        }
        guard let hour = Self.number(2, &input), hour < 24, Self.take(":", &input), let minute = Self.number(2, &input),
            minute < 60, Self.take(":", &input), let second = Self.number(2, &input), second <= 60
        else { return nil }
        if Self.take(".", &input) {
            let digits = input.prefix { Self.isDigit($0) }
            guard !digits.isEmpty else { return nil }
            input = input.dropFirst(digits.count)
        }
        guard let offset = Self.offset(&input), input.isEmpty else { return nil }
        let moment = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second - offset
        guard second < 60 || moment.quotientAndRemainder(flooredBy: 86_400).remainder == 0 else { return nil }
        self.init(seconds: moment)
    }

    /// `Z`, or hours and minutes east of Greenwich, in seconds.
    private static func offset(_ input: inout ArraySlice<UInt8>) -> Int64? {
        if take("Z", &input) || take("z", &input) { return 0 }
        let isEast = take("+", &input)
        guard isEast || take("-", &input), let hours = number(2, &input), hours < 24, take(":", &input),
            let minutes = number(2, &input), minutes < 60
        else { return nil }
        return (hours * 3600 + minutes * 60) * (isEast ? 1 : -1)
    }

    private static func number(_ width: Int, _ input: inout ArraySlice<UInt8>) -> Int64? {
        let digits = input.prefix(width)
        guard digits.count == width, digits.allSatisfy({ isDigit($0) }) else { return nil }
        input = input.dropFirst(width)
        return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }

    private static func take(_ character: Unicode.Scalar, _ input: inout ArraySlice<UInt8>) -> Bool {
        guard input.first == UInt8(ascii: character) else { return false }
        input = input.dropFirst()
        return true
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
