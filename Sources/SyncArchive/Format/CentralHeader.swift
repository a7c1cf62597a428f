/// One record of the central directory (APPNOTE 4.3.12) as plain values.
struct CentralHeader {
    let host: ZipHost
    let flags: ZipFlags
    let method: UInt16
    let modified: Int64
    let crc32: UInt32
    let packedSize: Int64
    let size: Int64
    /// Of the local header, from the file's start.
    let offset: Int64
    let disk: UInt32
    let isHardLinkOrDevice: Bool
    private let attributes: UInt32
    private let timeByte: UInt8
    private let hasAES: Bool
    private let aes: AESField?

    /// Reads a whole record, of which `extra` is the extra field. `base` is added to its offset; local header and data
    /// must lie before `limit`, where the central directory begins.
    init(_ record: RawSpan, extra: ExtraFields, base: Int64, limit: Int64) throws(EntryProblem) {
        host = ZipHost(rawValue: record.u8(5))
        flags = ZipFlags(rawValue: record.u16(8))
        method = record.u16(10)
        modified = extra.modified ?? DOSTime.seconds(date: record.u16(14), time: record.u16(12))
        crc32 = record.u32(16)
        attributes = record.u32(38)
        timeByte = record.u8(13)
        isHardLinkOrDevice = extra.isHardLinkOrDevice
        hasAES = extra.hasAES
        aes = extra.aes
        let nameCount = Int(record.u16(28))
        let extraStart = ZipFormat.centralHeaderSize + nameCount
        var zip64 = Zip64Values(record.extracting(extraStart..<record.byteCount), extra.zip64)
        let size = try zip64.value(of: record.u32(24))
        let packed = try zip64.value(of: record.u32(20))
        let offset = try zip64.value(of: record.u32(42))
        let disk = record.u16(34)
        self.disk = disk == ZipFormat.saturated16 ? try zip64.disk() : UInt32(disk)
        // Every sum below stays within 63 bits: each part is at most `limit`.
        guard let start = Int64(exactly: offset), start <= limit - base,
            let packedSize = Int64(exactly: packed), packedSize <= limit,
            start + base + Int64(ZipFormat.localHeaderSize + nameCount) + packedSize <= limit,
            let unpackedSize = Int64(exactly: size)
        else { throw .outside(offset: offset, limit: limit) }
        self.offset = start + base
        self.packedSize = packedSize
        self.size = unpackedSize
    }

    /// What the entry is and its permissions, where they are told.
    ///
    /// Unix modes stand in the upper half of the attributes (APPNOTE 4.4.15). Tools that say FAT write them too; they
    /// count there when their type agrees with the DOS attributes.
    func kind(isFolder: Bool) throws(EntryProblem) -> (ArchiveEntry.Kind, permissions: UInt32?) {
        let mode = attributes >> 16
        let permissions = mode & 0o777
        let isDOSFolder = attributes & 0x10 != 0
        let isFolder = isFolder || (isDOSFolder && (mode & 0o170000 == 0 || !host.isUnix))
        switch mode & 0o170000 {
        case 0 where host.isUnix:
            return (isFolder ? .directory : .file, permissions == 0 ? nil : permissions)
        case 0o100000 where host.isUnix || !isFolder:
            return (isFolder ? .directory : .file, isFolder && !host.isUnix ? nil : permissions)
        case 0o040000 where host.isUnix || isFolder:
            return (.directory, permissions)
        case 0o120000 where host.isUnix || !isDOSFolder:
            guard !isFolder else { throw .kindDisagrees }
            return (.link, nil)
        // What a tool read from its standard input has the type of that, but a real pipe or socket has no data.
        case 0o010000 where host.isUnix && !isFolder && size > 0, 0o140000 where host.isUnix && !isFolder && size > 0:
            return (.file, permissions)
        case _ where host.isUnix:
            throw .device(mode)
        default:
            let isReadOnly = attributes & 1 != 0
            return (isFolder ? .directory : .file, isReadOnly && !isFolder ? 0o444 : nil)
        }
    }

    /// How the bytes are packed and encrypted; refuses whatever is not supported.
    func packing() throws(EntryProblem) -> (CompressionMethod, EntryCipher) {
        if flags.contains(.maskedHeader) { throw .maskedHeader }
        if flags.contains(.strongEncryption) { throw .strongEncryption }
        if flags.contains(.patched) { throw .patched }
        var packing = method
        var cipher = EntryCipher.none
        if method == 99 {
            guard flags.contains(.encrypted), let aes else { throw .aesHeader }
            packing = aes.method
            cipher = .aes(aes)
        } else if flags.contains(.encrypted) {
            cipher = .traditional(timeByte: timeByte)
        }
        guard let method = CompressionMethod(rawValue: packing) else { throw .method(packing) }
        let data = packedSize - Int64(cipher.prefixSize + cipher.suffixSize)
        guard data >= 0 else { throw .tooLittleData(expected: size, found: 0) }
        if method == .stored, data != size { throw .storedSizes(packed: data, unpacked: size) }
        return (method, cipher)
    }
}

/// The values of a zip64 extra field (APPNOTE 4.5.3): only for fields that are saturated, in a fixed order.
private struct Zip64Values {
    private var values: [UInt64] = []
    private var tail: UInt32?
    private let isPresent: Bool
    private var next = 0

    init(_ extra: RawSpan, _ range: Range<Int>?) {
        isPresent = range != nil
        guard let range else { return }
        let payload = extra.extracting(range)
        let count = min(payload.byteCount / 8, 3)
        for index in 0..<count { values.append(payload.u64(index * 8)) }
        // The disk number is half as long and comes last.
        if payload.byteCount >= count * 8 + 4 { tail = payload.u32(count * 8) }
    }

    /// Without the field at all, the saturated value is the value.
    mutating func value(of field: UInt32) throws(EntryProblem) -> UInt64 {
        guard field == ZipFormat.saturated32, isPresent else { return UInt64(field) }
        guard next < values.count else { throw .zip64Missing }
        defer { next += 1 }
        return values[next]
    }

    func disk() throws(EntryProblem) -> UInt32 {
        guard isPresent else { return UInt32(ZipFormat.saturated16) }
        if next < values.count { return UInt32(truncatingIfNeeded: values[next]) }
        guard let tail else { throw .zip64Missing }
        return tail
    }
}
