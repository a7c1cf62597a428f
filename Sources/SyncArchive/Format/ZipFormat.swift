/// Record signatures and sizes of their fixed parts (APPNOTE 4.3).
enum ZipFormat {
    static let localHeader: UInt32 = 0x0403_4B50
    static let descriptor: UInt32 = 0x0807_4B50
    static let centralHeader: UInt32 = 0x0201_4B50
    static let digitalSignature: UInt32 = 0x0505_4B50
    static let endRecord: UInt32 = 0x0605_4B50
    static let zip64EndRecord: UInt32 = 0x0606_4B50
    static let zip64Locator: UInt32 = 0x0706_4B50

    static let localHeaderSize = 30
    static let centralHeaderSize = 46
    static let endRecordSize = 22
    static let zip64EndRecordSize = 56
    static let zip64LocatorSize = 20

    /// A 16- or 32-bit field that holds this says that the real value stands in a zip64 record.
    static let saturated16: UInt16 = 0xFFFF
    static let saturated32: UInt32 = 0xFFFF_FFFF
}

/// General purpose bit flags (APPNOTE 4.4.4).
struct ZipFlags: OptionSet {
    let rawValue: UInt16

    static let encrypted = ZipFlags(rawValue: 1 << 0)
    /// Sizes and CRC stand behind the data.
    static let descriptor = ZipFlags(rawValue: 1 << 3)
    static let patched = ZipFlags(rawValue: 1 << 5)
    static let strongEncryption = ZipFlags(rawValue: 1 << 6)
    static let utf8 = ZipFlags(rawValue: 1 << 11)
    static let maskedHeader = ZipFlags(rawValue: 1 << 13)
}

/// The system that made an entry: the upper byte of "version made by" (APPNOTE 4.4.2).
struct ZipHost: Equatable {
    let rawValue: UInt8

    static let fat = ZipHost(rawValue: 0)
    static let unix = ZipHost(rawValue: 3)
    static let ntfs = ZipHost(rawValue: 10)
    static let vfat = ZipHost(rawValue: 14)
    static let darwin = ZipHost(rawValue: 19)

    var isWindows: Bool { self == .fat || self == .ntfs || self == .vfat }
    var isUnix: Bool { self == .unix || self == .darwin }
}
