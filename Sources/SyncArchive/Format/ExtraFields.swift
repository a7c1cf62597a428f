/// What the extra field of a header says (APPNOTE 4.5), as far as it matters here. The first field of an id counts.
struct ExtraFields {
    /// Where the zip64 values stand within the extra bytes.
    private(set) var zip64: Range<Int>?
    /// Info-ZIP Unicode path: the CRC-32 of the name it replaces, and the name.
    private(set) var unicodePath: (crc: UInt32, name: [UInt8])?
    private(set) var modified: Int64?
    /// Present but unusable is not the same as absent.
    private(set) var hasAES = false
    private(set) var aes: AESField?
    /// A Unix field names a file to link to, or a device.
    private(set) var isHardLinkOrDevice = false

    /// Alignment padding of zeros and up to three spare bytes at the end are let pass.
    init(_ extra: RawSpan) throws(EntryProblem) {
        var rank = Int.max
        var offset = 0
        while offset + 4 <= extra.byteCount {
            let id = extra.u16(offset)
            let size = Int(extra.u16(offset + 2))
            let start = offset + 4
            guard size <= extra.byteCount - start else {
                throw .extraFieldCut(id: id, size: size, available: extra.byteCount - start)
            }
            let payload = extra.extracting(start..<start + size)
            switch id {
            case 0x0001: zip64 = zip64 ?? start..<start + size
            case 0x7075: readUnicodePath(payload)
            case 0x9901 where !hasAES:
                hasAES = true
                aes = AESField(payload)
            case 0x5455: readExtendedTimestamp(payload, &rank)
            case 0x000A: readNTFSTimes(payload, &rank)
            case 0x5855 where size >= 8: note(Int64(Int32(bitPattern: payload.u32(4))), 3, &rank)
            case 0x000D: readPKWAREUnix(payload, &rank)
            case 0x756E: readASiUnix(payload)
            default: break
            }
            offset = start + size
        }
    }

    private mutating func readUnicodePath(_ payload: RawSpan) {
        guard unicodePath == nil, payload.byteCount > 5, payload.u8(0) == 1 else { return }
        unicodePath = (payload.u32(1), payload.extracting(5..<payload.byteCount).bytes())
    }

    private mutating func readExtendedTimestamp(_ payload: RawSpan, _ rank: inout Int) {
        guard payload.byteCount >= 5, payload.u8(0) & 1 != 0 else { return }
        note(Int64(Int32(bitPattern: payload.u32(1))), 1, &rank)
    }

    private mutating func readNTFSTimes(_ payload: RawSpan, _ rank: inout Int) {
        // Four reserved bytes, then attributes; the first is the one with the three times, in 100 ns since 1601.
        guard payload.byteCount >= 16, payload.u16(4) == 1, payload.u16(6) >= 8 else { return }
        let ticks = Int64(clamping: payload.u64(8))
        note(ticks / 10_000_000 - 11_644_473_600, 2, &rank)
    }

    private mutating func readPKWAREUnix(_ payload: RawSpan, _ rank: inout Int) {
        guard payload.byteCount >= 12 else { return }
        note(Int64(Int32(bitPattern: payload.u32(4))), 3, &rank)
        // What follows is the name of a file linked to, or a device number.
        if payload.byteCount > 12 { isHardLinkOrDevice = true }
    }

    private mutating func readASiUnix(_ payload: RawSpan) {
        guard payload.byteCount >= 14 else { return }
        let kind = payload.u16(4) & 0o170000
        let linkName = payload.byteCount > 14
        if (kind != 0o100000 && kind != 0o040000 && kind != 0o120000) || (linkName && kind != 0o120000) {
            isHardLinkOrDevice = true
        }
    }

    /// Keeps the most exact of several times.
    private mutating func note(_ seconds: Int64, _ newRank: Int, _ rank: inout Int) {
        guard newRank < rank else { return }
        rank = newRank
        modified = seconds
    }
}
