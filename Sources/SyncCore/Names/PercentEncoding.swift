/// Percent-encoding (RFC 3986, section 2.1).
enum PercentEncoding {
    /// Appends `bytes`, with those encoded that may not stand in `part`.
    ///
    /// What is already encoded stays as it is; a `%` that begins no escape becomes `%25`.
    static func append(_ bytes: ArraySlice<UInt8>, of part: Part, to out: inout [UInt8]) {
        if bytes.allSatisfy(part.allows) {
            out += bytes
            return
        }
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "%") {
                let follows = bytes[index...].prefix(2)
                let isEscape = follows.count == 2 && follows.allSatisfy { hexValue($0) != nil }
                append(byte, encoded: !isEscape, to: &out)
            } else {
                append(byte, encoded: !part.allows(byte), to: &out)
            }
        }
    }

    /// The bytes that an encoded text stands for.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "%")) else { return Array(bytes) }
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let digits = bytes[index...].dropFirst().prefix(2)
            if bytes[index] == UInt8(ascii: "%"), digits.count == 2, let high = digits.first.flatMap(hexValue),
                let low = digits.last.flatMap(hexValue)
            {
                out.append(high << 4 | low)
                index += 3
            } else {
                out.append(bytes[index])
                index += 1
            }
        }
        return out
    }

    /// A part of an address, with the characters that it holds unencoded.
    enum Part {
        case userInfo, host, path, query

        func allows(_ byte: UInt8) -> Bool {
            switch byte {
            // unreserved (section 2.3)
            case 0x61...0x7A, 0x41...0x5A, 0x30...0x39: true
            case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
            // sub-delims (section 2.2)
            case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("),
                UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"),
                UInt8(ascii: "="):
                self != .host
            case UInt8(ascii: ":"): self != .host
            case UInt8(ascii: "@"), UInt8(ascii: "/"): self == .path || self == .query
            case UInt8(ascii: "?"): self == .query
            default: false
            }
        }
    }

    private static func append(_ byte: UInt8, encoded: Bool, to out: inout [UInt8]) {
        guard encoded else { return out.append(byte) }
        out.append(UInt8(ascii: "%"))
        out.append(hexDigit(byte >> 4))
        out.append(hexDigit(byte & 15))
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
