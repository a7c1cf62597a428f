/// The local header of an entry (APPNOTE 4.3.7), compared with what the central directory says.
struct LocalHeader {
    /// Header, name and extra field together; the data follows.
    let size: Int
    let hasDescriptor: Bool

    /// How long the whole header is, from its fixed part.
    static func size(of fixed: RawSpan) throws(EntryProblem) -> Int {
        guard fixed.u32(0) == ZipFormat.localHeader else { throw .localHeaderMissing }
        return ZipFormat.localHeaderSize + Int(fixed.u16(26)) + Int(fixed.u16(28))
    }

    init(_ header: RawSpan, of entry: ArchiveEntry) throws(EntryProblem) {
        size = header.byteCount
        let flags = ZipFlags(rawValue: header.u16(6))
        hasDescriptor = flags.contains(.descriptor)
        let nameEnd = ZipFormat.localHeaderSize + Int(header.u16(26))
        let name = header.extracting(ZipFormat.localHeaderSize..<nameEnd)
        let isSameName =
            if let stored = entry.storedName { name.equals(stored) } else { name.equals(entry.path.utf8) }
        guard isSameName else { throw .localDiffers("name differs") }
        let telling: ZipFlags = [.encrypted, .strongEncryption, .maskedHeader, .patched]
        guard flags.intersection(telling) == entry.flags.intersection(telling) else {
            throw .localDiffers("flags differ")
        }
        guard header.u16(8) == entry.storedMethod else { throw .localDiffers("compression method differs") }
        let extra = header.extracting(nameEnd..<size)
        if case .aes(let field) = entry.cipher {
            guard try ExtraFields(extra).aes == field else { throw .localDiffers("AES field differs") }
        }
        try checkSizes(header, extra, of: entry)
    }

    /// With a descriptor behind the data each value may be left at zero here.
    private func checkSizes(_ header: RawSpan, _ extra: RawSpan, of entry: ArchiveEntry) throws(EntryProblem) {
        let crc = header.u32(14)
        var packed = UInt64(header.u32(18))
        var unpacked = UInt64(header.u32(22))
        if packed == UInt64(ZipFormat.saturated32) || unpacked == UInt64(ZipFormat.saturated32),
            let range = try ExtraFields(extra).zip64
        {
            let values = extra.extracting(range)
            var next = 0
            for isPacked in [false, true] where (isPacked ? packed : unpacked) == UInt64(ZipFormat.saturated32) {
                guard next + 8 <= values.byteCount else { throw .zip64Missing }
                if isPacked { packed = values.u64(next) } else { unpacked = values.u64(next) }
                next += 8
            }
        }
        guard crc == entry.crc32 || (hasDescriptor && (crc == 0 || isTime(crc, in: header, of: entry))) else {
            throw .localDiffers("CRC-32 differs")
        }
        guard packed == UInt64(entry.packedSize) || (hasDescriptor && isOpen(packed)),
            unpacked == UInt64(entry.size) || (hasDescriptor && isOpen(unpacked))
        else { throw .localDiffers("sizes differ") }
    }

    /// Info-ZIP encrypts data that it cannot read twice by the time instead of the CRC, and leaves the time in its place.
    private func isTime(_ crc: UInt32, in header: RawSpan, of entry: ArchiveEntry) -> Bool {
        guard case .traditional = entry.cipher else { return false }
        return crc == UInt32(header.u16(10)) << 16
    }

    /// What writers put where the value was not known yet.
    private func isOpen(_ value: UInt64) -> Bool { value == 0 || value == UInt64(ZipFormat.saturated32) }
}

/// The data descriptor behind an entry's data (APPNOTE 4.3.9): with or without signature, sizes of 32 or 64 bits.
enum DataDescriptor {
    static let longest = 24
    private static let shortest = 12

    /// Checks what stands between the end of the data and the next header, up to ``longest`` bytes of it.
    static func check(_ bytes: RawSpan, of entry: ArchiveEntry) throws(EntryProblem) {
        // Some writers announce a descriptor for an empty entry and then leave it out.
        if bytes.byteCount < shortest, entry.size == 0, entry.packedSize == 0 { return }
        for start in [4, 0] where start == 0 || (bytes.byteCount >= 4 && bytes.u32(0) == ZipFormat.descriptor) {
            if bytes.byteCount >= start + 20, bytes.u32(start) == entry.crc32,
                bytes.u64(start + 4) == UInt64(entry.packedSize), bytes.u64(start + 12) == UInt64(entry.size)
            {
                return
            }
            if bytes.byteCount >= start + 12, bytes.u32(start) == entry.crc32,
                UInt64(bytes.u32(start + 4)) == UInt64(entry.packedSize),
                UInt64(bytes.u32(start + 8)) == UInt64(entry.size)
            {
                return
            }
        }
        throw .descriptorDiffers
    }
}
