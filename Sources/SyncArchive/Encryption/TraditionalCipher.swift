/// PKWARE's traditional cipher (APPNOTE 6.1). It is weak, but archives made with it are still about.
struct TraditionalCipher {
    private var key0: UInt32 = 0x1234_5678
    private var key1: UInt32 = 0x2345_6789
    private var key2: UInt32 = 0x3456_7890

    init(password: [UInt8]) {
        for byte in password { update(byte) }
    }

    mutating func decrypt(_ bytes: UnsafeMutableRawBufferPointer) {
        for index in bytes.indices {
            let plain = bytes[index] ^ keyByte
            bytes[index] = plain
            update(plain)
        }
    }

    private var keyByte: UInt8 {
        let half = UInt16(truncatingIfNeeded: key2 | 2)
        return UInt8(truncatingIfNeeded: (half &* (half ^ 1)) >> 8)
    }

    private mutating func update(_ plain: UInt8) {
        key0 = Self.crc(key0, plain)
        key1 = (key1 &+ (key0 & 0xFF)) &* 134_775_813 &+ 1
        key2 = Self.crc(key2, UInt8(truncatingIfNeeded: key1 >> 24))
    }

    private static func crc(_ value: UInt32, _ byte: UInt8) -> UInt32 {
        value >> 8 ^ table[Int((value ^ UInt32(byte)) & 0xFF)]
    }

    /// CRC-32 of one byte, for the reversed polynomial 0xEDB88320.
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
}
