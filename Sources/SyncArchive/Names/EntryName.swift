import CDeflate

/// An entry's name as the header has it, before it is a path.
enum EntryName {
    case text(String)
    /// Not UTF-8 and not said to be: to be decoded when all such names are known.
    case legacy([UInt8])

    /// The UTF-8 flag counts first, then the Unicode path field, then whether the bytes are valid UTF-8.
    init(_ stored: RawSpan, isUTF8: Bool, unicodePath: (crc: UInt32, name: [UInt8])?) throws(EntryProblem) {
        let text = stored.withUnsafeBytes { String(validating: $0, as: UTF8.self) }
        if isUTF8 {
            guard let text else { throw .notUTF8 }
            self = .text(text)
        } else if let unicodePath, unicodePath.crc == Self.checksum(stored) {
            guard let text = String(validating: unicodePath.name, as: UTF8.self) else { throw .notUTF8 }
            self = .text(text)
        } else if let text {
            self = .text(text)
        } else {
            self = .legacy(stored.bytes())
        }
    }

    private static func checksum(_ bytes: RawSpan) -> UInt32 {
        bytes.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress, $0.count) }
    }

    /// Bytes that are no text, for messages: what is not printable ASCII is written as `\x82`.
    static func printable(_ bytes: some Sequence<UInt8>) -> String {
        var text = ""
        for byte in bytes {
            if (0x20..<0x7F).contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return entryText(text)
    }
}
