/// The headers of one entry that is written. Nothing of this machine is in them: no time, no owner.
struct EntryRecord {
    let path: String
    let kind: ArchiveEntry.Kind
    let mode: UInt32
    let method: CompressionMethod
    let isEncrypted: Bool
    var crc32: UInt32 = 0
    var packedSize: Int64 = 0
    var size: Int64
    var headerOffset: Int64 = 0

    /// Decided by the unpacked size, because a header is written before the packed one is known.
    private let isZip64: Bool

    init(_ member: ArchiveMember, method: CompressionMethod, isEncrypted: Bool) {
        path = member.path
        kind = member.kind
        mode = member.mode
        self.method = method
        self.isEncrypted = isEncrypted
        size = member.size
        // Deflate and encryption add less than a hundredth.
        isZip64 = member.size >= 0xFFFF_FFFF / 100 * 99
    }

    /// Fixed size, whatever the values: it can be written again when they are known.
    var localHeader: [UInt8] {
        var bytes: [UInt8] = []
        let extra = localExtra
        bytes.append32(ZipFormat.localHeader)
        appendCommon(to: &bytes, packed: isZip64 ? nil : packedSize, size: isZip64 ? nil : size)
        bytes.append16(UInt16(name.count))
        bytes.append16(UInt16(extra.count))
        return bytes + name + extra
    }

    var centralHeader: [UInt8] {
        var bytes: [UInt8] = []
        let large = [size, packedSize, headerOffset].filter { $0 >= Int64(ZipFormat.saturated32) }
        var extra = aesField
        if !large.isEmpty { extra += Self.zip64Field(large) }
        bytes.append32(ZipFormat.centralHeader)
        bytes.append16(UInt16(ZipHost.unix.rawValue) << 8 | 30)
        appendCommon(to: &bytes, packed: packedSize, size: size)
        bytes.append16(UInt16(name.count))
        bytes.append16(UInt16(extra.count))
        // No comment, first disk, no internal attributes.
        for _ in 0..<3 { bytes.append16(0) }
        bytes.append32(attributes)
        bytes.append32(UInt32(clamping: headerOffset))
        return bytes + name + extra
    }

    private func appendCommon(to bytes: inout [UInt8], packed: Int64?, size: Int64?) {
        bytes.append16(versionNeeded)
        bytes.append16(flags.rawValue)
        bytes.append16(isEncrypted ? 99 : method.rawValue)
        // Midnight, 1 January 1980.
        bytes.append16(0)
        bytes.append16(0x21)
        bytes.append32(isEncrypted ? 0 : crc32)
        bytes.append32(packed.map { UInt32(clamping: $0) } ?? ZipFormat.saturated32)
        bytes.append32(size.map { UInt32(clamping: $0) } ?? ZipFormat.saturated32)
    }

    /// A folder's name ends with a slash.
    private var name: [UInt8] { Array(path.utf8) + (kind == .directory ? [UInt8(ascii: "/")] : []) }

    private var versionNeeded: UInt16 {
        if isEncrypted { return 51 }
        if isZip64 || headerOffset >= Int64(ZipFormat.saturated32) { return 45 }
        return method == .deflate || kind == .directory ? 20 : 10
    }

    private var flags: ZipFlags {
        var flags: ZipFlags = isEncrypted ? .encrypted : []
        if !path.utf8.allSatisfy({ $0 < 0x80 }) { flags.insert(.utf8) }
        return flags
    }

    private var attributes: UInt32 {
        switch kind {
        case .file: (0o100000 | mode) << 16
        case .directory: (0o040000 | mode) << 16 | 0x10
        case .link: 0o120777 << 16
        }
    }

    private var localExtra: [UInt8] { aesField + (isZip64 ? Self.zip64Field([size, packedSize]) : []) }

    private var aesField: [UInt8] {
        guard isEncrypted else { return [] }
        var field: [UInt8] = []
        field.append16(0x9901)
        field.append16(7)
        // AE-2, vendor "AE", a key of 256 bits.
        field.append16(2)
        field += [0x41, 0x45, 3]
        field.append16(method.rawValue)
        return field
    }

    private static func zip64Field(_ values: [Int64]) -> [UInt8] {
        var field: [UInt8] = []
        field.append16(1)
        field.append16(UInt16(values.count * 8))
        for value in values { field.append64(UInt64(value)) }
        return field
    }
}

/// What ends an archive (APPNOTE 4.3.14 to 4.3.16).
enum EndRecordBytes {
    static func make(entries: Int, directoryOffset: Int64, directorySize: Int64) -> [UInt8] {
        var bytes: [UInt8] = []
        let isZip64 =
            entries >= Int(ZipFormat.saturated16) || directoryOffset >= Int64(ZipFormat.saturated32)
            || directorySize >= Int64(ZipFormat.saturated32)
        if isZip64 {
            bytes.append32(ZipFormat.zip64EndRecord)
            bytes.append64(UInt64(ZipFormat.zip64EndRecordSize - 12))
            bytes.append16(UInt16(ZipHost.unix.rawValue) << 8 | 45)
            bytes.append16(45)
            bytes.append64(0)
            bytes.append64(UInt64(entries))
            bytes.append64(UInt64(entries))
            bytes.append64(UInt64(directorySize))
            bytes.append64(UInt64(directoryOffset))
            bytes.append32(ZipFormat.zip64Locator)
            bytes.append32(0)
            bytes.append64(UInt64(directoryOffset + directorySize))
            bytes.append32(1)
        }
        bytes.append32(ZipFormat.endRecord)
        bytes.append32(0)
        bytes.append16(UInt16(clamping: entries))
        bytes.append16(UInt16(clamping: entries))
        bytes.append32(UInt32(clamping: directorySize))
        bytes.append32(UInt32(clamping: directoryOffset))
        bytes.append16(0)
        return bytes
    }
}
