/// A digest of some bytes, as lowercase hexadecimal digits.
public struct Digest: Sendable, Hashable, CustomStringConvertible {
    public enum Algorithm: String, Sendable, Hashable, CaseIterable {
        case md5
        case sha256

        /// Hexadecimal digits in a digest: 32 or 64.
        public var hexCount: Int {
            switch self {
            case .md5: 32
            case .sha256: 64
            }
        }
    }

    public let algorithm: Algorithm
    /// Lowercase, exactly ``Algorithm/hexCount`` digits.
    public let hex: String

    /// Accepts any case and outer white space, nothing else; nil when it is not a digest of that algorithm.
    public init?(_ algorithm: Algorithm, hex text: String) {
        self.algorithm = algorithm
        if Self.isPlain(text, count: algorithm.hexCount) {
            hex = text
            return
        }
        let bytes = Array(text.utf8)
        let start = bytes.firstIndex { !Self.isSpace($0) } ?? bytes.endIndex
        let end = bytes[start...].lastIndex { !Self.isSpace($0) }.map { $0 + 1 } ?? start
        let digits = bytes[start..<end]
        guard digits.count == algorithm.hexCount, digits.allSatisfy({ Self.isHexDigit($0) }) else { return nil }
        // The bit that tells the cases apart is set in the decimal digits too.
        hex = String(decoding: digits.map { $0 | 0x20 }, as: UTF8.self)
    }

    /// Takes 16 bytes for MD5, 32 for SHA-256.
    public init(_ algorithm: Algorithm, bytes: some Collection<UInt8>) {
        // One copy, so that the rest is compiled for one type: every file of an archive has a digest.
        self.init(algorithm, copied: Array(bytes))
    }

    private init(_ algorithm: Algorithm, copied bytes: [UInt8]) {
        precondition(bytes.count * 2 == algorithm.hexCount, "a \(algorithm) digest has \(algorithm.hexCount / 2) bytes")
        self.algorithm = algorithm
        var text = [UInt8](repeating: 0, count: algorithm.hexCount)
        for (index, byte) in bytes.enumerated() {
            text[index * 2] = Self.hexDigit(byte >> 4)
            text[index * 2 + 1] = Self.hexDigit(byte & 15)
        }
        hex = String(decoding: text, as: UTF8.self)
    }

    /// 16 bytes of MD5, 32 of SHA-256.
    public var bytes: [UInt8] {
        let digits = hex.utf8.map { $0 < 0x3A ? $0 & 0x0F : ($0 & 0x0F) + 9 }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// Of no bytes at all.
    public static let emptySHA256 = Digest(
        .sha256,
        bytes: [
            0xE3, 0xB0, 0xC4, 0x42, 0x98, 0xFC, 0x1C, 0x14, 0x9A, 0xFB, 0xF4, 0xC8, 0x99, 0x6F, 0xB9, 0x24,
            0x27, 0xAE, 0x41, 0xE4, 0x64, 0x9B, 0x93, 0x4C, 0xA4, 0x95, 0x99, 0x1B, 0x78, 0x52, 0xB8, 0x55,
        ])

    public var description: String { "\(algorithm.rawValue):\(hex)" }

    /// Whether it is written as nearly all are, so that nothing must be copied.
    private static func isPlain(_ text: String, count: Int) -> Bool {
        let bytes = text.utf8.span
        guard bytes.count == count else { return false }
        for index in bytes.indices where !isHexDigit(bytes[index]) || bytes[index] < 0x60 && bytes[index] > 0x39 {
            return false
        }
        return true
    }

    private static func hexDigit(_ half: UInt8) -> UInt8 {
        half < 10 ? UInt8(ascii: "0") + half : UInt8(ascii: "a") - 10 + half
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }
}
