/// Base64 as DSSE uses it: the standard or the URL-safe alphabet, with or without padding (RFC 4648, sections 4 and 5).
enum Base64 {
    /// Strict otherwise: no white space, one alphabet, no bits left over. nil for anything else.
    static func decode(_ text: String) -> [UInt8]? {
        var digits = Array(text.utf8)[...]
        let padding = digits.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        // Padding fills the last group of four or is not there at all.
        guard padding == 0 || digits.count % 4 == 0 else { return nil }
        digits = digits.dropLast(padding)
        guard digits.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 4 * 3 + 2)
        var bits: UInt32 = 0
        var count: UInt32 = 0
        var alphabets: (standard: Bool, safe: Bool) = (false, false)
        for digit in digits {
            let value: UInt8
            switch digit {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = digit - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = digit - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0") + 52
            case UInt8(ascii: "+"), UInt8(ascii: "/"):
                value = digit == UInt8(ascii: "+") ? 62 : 63
                alphabets.standard = true
            case UInt8(ascii: "-"), UInt8(ascii: "_"):
                value = digit == UInt8(ascii: "-") ? 62 : 63
                alphabets.safe = true
            default: return nil
            }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
                bits &= (1 << count) - 1
            }
        }
        return bits == 0 && !(alphabets.standard && alphabets.safe) ? bytes : nil
    }

    /// The standard alphabet with padding.
    static func encode(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var out: [UInt8] = []
        out.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits: UInt32 = 0
            for byte in group { bits = bits << 8 | UInt32(byte) }
            bits <<= UInt32(8 * (3 - group.count))
            for place in 0..<4 {
                let digit = alphabet[Int(bits >> UInt32(6 * (3 - place)) & 0x3F)]
                out.append(place <= group.count ? digit : UInt8(ascii: "="))
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}
