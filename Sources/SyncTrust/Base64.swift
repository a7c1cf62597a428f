import FoundationEssentials

/// Base64 as DSSE uses it: the standard or the URL-safe alphabet, with or without padding (RFC 4648, sections 4 and 5).
enum Base64 {
    /// Strict otherwise: no white space, one alphabet, no bits left over. nil for anything else.
    static func decode(_ text: String) -> [UInt8]? {
        var digits = Array(text.utf8)
        let isSafe = digits.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        if isSafe {
            guard !digits.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) else { return nil }
            for index in digits.indices {
                switch digits[index] {
                case UInt8(ascii: "-"): digits[index] = UInt8(ascii: "+")
                case UInt8(ascii: "_"): digits[index] = UInt8(ascii: "/")
                default: break
                }
            }
        }
        if digits.last != UInt8(ascii: "=") {
            digits += Array(repeating: UInt8(ascii: "="), count: (4 - digits.count % 4) % 4)
        }
        // Only one text is written for these bytes, so whatever else the decoder lets pass is found out.
        guard let bytes = Data(base64Encoded: Data(digits)), bytes.base64EncodedData().elementsEqual(digits) else {
            return nil
        }
        return Array(bytes)
    }

    /// The standard alphabet with padding.
    static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
