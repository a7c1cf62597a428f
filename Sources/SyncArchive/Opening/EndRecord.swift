/// Where the central directory is and how many entries it has (APPNOTE 4.3.14 to 4.3.16).
struct EndRecord {
    /// As declared; in 16 bits only unless ``isZip64``.
    let entries: Int64
    let isZip64: Bool
    /// From the file's start.
    let directory: Range<Int64>
    /// What to add to every offset in the archive: the length of whatever was put in front of it.
    let base: Int64

    /// Reads the record at a position where its signature stands, and the zip64 records that belong to it.
    init(at position: Int64, in file: ArchiveFile) throws(ArchiveError) {
        let bytes = try file.read(ZipFormat.endRecordSize, at: position)
        let record = bytes.span.bytes
        let disk = record.u16(4)
        let directoryDisk = record.u16(6)
        let entriesHere = record.u16(8)
        let entries = record.u16(10)
        let directorySize = record.u32(12)
        let directoryOffset = record.u32(16)
        let zip64 = try Zip64EndRecord(before: position, in: file)
        if let zip64 {
            // A field that is not saturated must say the same as the zip64 record, or two readers see two archives.
            guard disk == ZipFormat.saturated16 || UInt32(disk) == zip64.disk,
                directoryDisk == ZipFormat.saturated16 || UInt32(directoryDisk) == zip64.directoryDisk,
                entries == ZipFormat.saturated16 || UInt64(entries) == zip64.entries,
                entriesHere == ZipFormat.saturated16 || UInt64(entriesHere) == zip64.entriesHere,
                directorySize == ZipFormat.saturated32 || UInt64(directorySize) == zip64.directorySize,
                directoryOffset == ZipFormat.saturated32 || UInt64(directoryOffset) == zip64.directoryOffset
            else { throw .damagedDirectory("the end record and the zip64 end record differ") }
            guard zip64.disk == 0, zip64.directoryDisk == 0, zip64.entriesHere == zip64.entries else {
                throw .multiDisk
            }
        } else {
            guard disk == 0, directoryDisk == 0, entriesHere == entries else { throw .multiDisk }
        }
        isZip64 = zip64 != nil
        let end = zip64?.position ?? position
        let size = zip64?.directorySize ?? UInt64(directorySize)
        let offset = zip64?.directoryOffset ?? UInt64(directoryOffset)
        guard let size = Int64(exactly: size), let offset = Int64(exactly: offset), size <= end,
            offset <= end - size
        else { throw .directoryOutside(offset: offset, size: size, file: file.size) }
        self.entries = Int64(clamping: zip64?.entries ?? UInt64(entries))
        directory = end - size..<end
        base = directory.lowerBound - offset
        if let zip64, zip64.position - zip64.declaredPosition != base {
            throw .damagedDirectory("the zip64 end record is not where its locator says")
        }
        if self.entries == 0 {
            guard size == 0 else { throw .damagedDirectory("it has \(size) bytes but no entries") }
        } else {
            let first = size >= ZipFormat.centralHeaderSize ? try file.read(4, at: directory.lowerBound) : [0, 0, 0, 0]
            guard first.span.bytes.u32(0) == ZipFormat.centralHeader else {
                throw .damagedDirectory("it is not where the end record says")
            }
        }
    }
}

/// The zip64 end record (APPNOTE 4.3.14) that a locator (4.3.15) leads to.
private struct Zip64EndRecord {
    let position: Int64
    /// Where the locator says it is, before anything was put in front of the archive.
    let declaredPosition: Int64
    let disk: UInt32
    let directoryDisk: UInt32
    let entriesHere: UInt64
    let entries: UInt64
    let directorySize: UInt64
    let directoryOffset: UInt64

    /// Nil when no locator stands right before the end record.
    init?(before endRecord: Int64, in file: ArchiveFile) throws(ArchiveError) {
        let locatorPosition = endRecord - Int64(ZipFormat.zip64LocatorSize)
        guard locatorPosition >= 0 else { return nil }
        let locatorBytes = try file.read(ZipFormat.zip64LocatorSize, at: locatorPosition)
        let locator = locatorBytes.span.bytes
        guard locator.u32(0) == ZipFormat.zip64Locator else { return nil }
        guard locator.u32(4) == 0, locator.u32(16) <= 1 else { throw .multiDisk }
        let fixedSize = Int64(ZipFormat.zip64EndRecordSize)
        guard let declared = Int64(exactly: locator.u64(8)), declared <= locatorPosition - fixedSize else {
            throw .damagedDirectory("the zip64 end record is not where its locator says")
        }
        // With something in front of the archive the record is found right before its locator instead.
        for candidate in [declared, locatorPosition - fixedSize] {
            let bytes = try file.read(ZipFormat.zip64EndRecordSize, at: candidate)
            let record = bytes.span.bytes
            guard record.u32(0) == ZipFormat.zip64EndRecord,
                record.u64(4) == UInt64(locatorPosition - candidate - 12)
            else { continue }
            position = candidate
            declaredPosition = declared
            disk = record.u32(16)
            directoryDisk = record.u32(20)
            entriesHere = record.u64(24)
            entries = record.u64(32)
            directorySize = record.u64(40)
            directoryOffset = record.u64(48)
            return
        }
        throw .damagedDirectory("the zip64 end record is not where its locator says")
    }
}
