/// Collects the central directory into plain values and checks each entry by itself.
struct Listing {
    private(set) var entries: [ArchiveEntry] = []
    /// Of every entry, also of those that are left out: bytes that it needs at least.
    private(set) var spans: [EntrySpan] = []
    /// Where the central directory begins.
    let directoryStart: Int64
    private var pending: [(header: CentralHeader, name: [UInt8], span: Int)] = []

    init(_ file: ArchiveFile, options: ArchiveOptions) throws(ArchiveError) {
        try LegacyNames.check(options.nameEncoding)
        let end = try EndRecord(of: file)
        directoryStart = end.directory.lowerBound
        let limit = options.limits.entries
        guard end.entries <= limit else { throw .tooManyEntries(end.entries, limit: limit) }
        let directorySize = Int64(end.directory.count)
        guard directorySize <= ArchiveLimits.nameBytes else {
            throw .directoryTooLarge(bytes: directorySize, limit: ArchiveLimits.nameBytes)
        }
        // The declared count is a hint only: it may be too large for the directory's size.
        let expected = min(Int(end.entries), Int(directorySize) / ZipFormat.centralHeaderSize)
        entries.reserveCapacity(expected)
        spans.reserveCapacity(expected)
        var records = DirectoryRecords(file, end.directory)
        var count = 0
        while let range = try records.next() {
            try add(records.window.span.bytes.extracting(range), end)
            count += 1
            guard count <= limit else { throw .tooManyEntries(Int64(count), limit: limit) }
        }
        // Old tools let a count over 65,535 wrap round, or stop there.
        let isCounted =
            end.isZip64
            ? Int64(count) == end.entries
            : UInt16(truncatingIfNeeded: count) == UInt16(clamping: end.entries)
                || (end.entries == Int64(UInt16.max) && count > UInt16.max)
        guard isCounted else {
            throw .damagedDirectory("it holds \(count) entries, the end record says \(end.entries)")
        }
        try decodePending(options.nameEncoding)
    }

    private mutating func add(_ record: RawSpan, _ end: EndRecord) throws(ArchiveError) {
        let nameStart = ZipFormat.centralHeaderSize
        let nameEnd = nameStart + Int(record.u16(28))
        let storedName = record.extracting(nameStart..<nameEnd)
        do throws(EntryProblem) {
            let extra = try ExtraFields(record.extracting(nameEnd..<nameEnd + Int(record.u16(30))))
            let header = try CentralHeader(record, extra: extra, base: end.base, limit: end.directory.lowerBound)
            guard header.disk == 0 else { throw .otherDisk(header.disk) }
            let name = try EntryName(
                storedName, isUTF8: header.flags.contains(.utf8), unicodePath: extra.unicodePath)
            spans.append(EntrySpan(header, nameCount: storedName.byteCount))
            switch name {
            case .text(let text): try append(header, text, storedName, span: spans.count - 1)
            case .legacy(let bytes): pending.append((header, bytes, spans.count - 1))
            }
        } catch {
            let name =
                storedName.withUnsafeBytes { String(validating: $0, as: UTF8.self) }
                ?? EntryName.printable(storedName.bytes())
            throw .entry(entryText(name), error)
        }
    }

    private mutating func append(
        _ header: CentralHeader, _ name: String, _ storedName: RawSpan, span: Int
    ) throws(EntryProblem) {
        let path = try EntryPath(name, backslashSeparates: header.host.isWindows)
        let isStoredName = storedName.equals(path.path.utf8)
        let entry = try ArchiveEntry(header, path: path, storedName: isStoredName ? nil : storedName.bytes())
        if entry.path.isEmpty {
            // The top folder itself says nothing; a file without a name would be one.
            guard entry.kind == .directory else { throw .emptyName }
        } else if !entry.isJunk {
            spans[span].entry = entries.count
            entries.append(entry)
        }
    }

    private mutating func decodePending(_ encoding: String) throws(ArchiveError) {
        guard !pending.isEmpty else { return }
        let names = try LegacyNames(encoding, fitting: pending.map(\.name))
        for (header, name, span) in pending {
            do throws(EntryProblem) {
                try append(header, try names.decode(name), name.span.bytes, span: span)
            } catch {
                throw .entry(EntryName.printable(name), error)
            }
        }
        pending = []
    }

    /// Hands the entries over, so that there is only one copy of them.
    mutating func takeEntries() -> [ArchiveEntry] {
        defer {
            entries = []
            spans = []
        }
        return entries
    }

    /// Gives every entry the space up to what follows it.
    mutating func settle(_ index: Int, spaceEnd: Int64) { entries[index].spaceEnd = spaceEnd }
}
