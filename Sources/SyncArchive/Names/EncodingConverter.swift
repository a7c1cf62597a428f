import Glibc

/// Owns one `iconv(3)` converter to UTF-8. Not copyable, so it is closed exactly once.
struct EncodingConverter: ~Copyable {
    private let handle: iconv_t
    /// The encoding's name as it was asked for.
    let name: String

    /// Nil when the C library does not know the encoding.
    ///
    /// What archives call Shift-JIS is what Windows writes, code page 932: the strict standard would turn the backslash
    /// into a yen sign and lacks common characters.
    init?(_ name: String) {
        guard !name.isEmpty, name.utf8.allSatisfy(Self.isNameByte) else { return nil }
        let plain = name.uppercased().filter { $0 != "-" && $0 != "_" }
        let isShiftJIS = ["SHIFTJIS", "SJIS", "MSKANJI", "CSSHIFTJIS"].contains(plain)
        let opened = iconv_open("UTF-8", isShiftJIS ? "CP932" : name)
        // (iconv_t)-1 is how iconv_open(3) says no.
        guard let opened, Int(bitPattern: opened) != -1 else { return nil }
        handle = opened
        self.name = name
    }

    deinit { iconv_close(handle) }

    /// The text of all `bytes`, or nil when they are not valid in the encoding.
    func decode(_ bytes: [UInt8]) -> String? {
        // Back to the initial shift state, whatever the text before left.
        iconv(handle, nil, nil, nil, nil)
        // No encoding makes more than four bytes of UTF-8 from one byte but for some combining ones.
        var output = [UInt8](repeating: 0, count: bytes.count * 6 + 16)
        var input = bytes
        let written: Int? = input.withUnsafeMutableBytes { source in
            output.withUnsafeMutableBytes { target in
                var from = source.baseAddress?.assumingMemoryBound(to: CChar.self)
                var fromLeft = source.count
                var to = target.baseAddress?.assumingMemoryBound(to: CChar.self)
                var toLeft = target.count
                guard iconv(handle, &from, &fromLeft, &to, &toLeft) == 0, fromLeft == 0,
                    iconv(handle, nil, nil, &to, &toLeft) == 0
                else { return nil }
                return target.count - toLeft
            }
        }
        return written.flatMap { String(validating: output[..<$0], as: UTF8.self) }
    }

    /// No slash: a suffix such as `//IGNORE` would drop bytes in silence.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x3A, 0x5F, 0x2B, 0x28, 0x29: true
        default: false
        }
    }
}
