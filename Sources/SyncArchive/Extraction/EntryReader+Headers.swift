extension EntryReader {
    /// Header and data with one read where possible; `rest` is what follows the data, up to a data descriptor.
    mutating func readWhole(
        _ entry: ArchiveEntry
    ) throws(ArchiveError) -> (LocalHeader, data: UnsafeMutableRawBufferPointer, rest: UnsafeMutableRawBufferPointer) {
        let space = Int(clamping: entry.spaceEnd - entry.headerOffset)
        let packed = Int(entry.packedSize)
        let fixed = ZipFormat.localHeaderSize + entry.storedNameCount
        var bytes = try load(
            min(space, fixed + Self.extraGuess + packed + DataDescriptor.longest), at: entry.headerOffset)
        let size: Int
        do throws(EntryProblem) {
            size = try LocalHeader.size(of: UnsafeRawBufferPointer(bytes).bytes)
            guard size + packed <= space else { throw .overlap(nil) }
        } catch {
            throw .entry(entryText(entry.path), error)
        }
        let wanted = min(space, size + packed + DataDescriptor.longest)
        if wanted > bytes.count {
            // An unusually long extra field.
            bytes = try load(wanted, at: entry.headerOffset)
        }
        do throws(EntryProblem) {
            let header = try LocalHeader(UnsafeRawBufferPointer(rebasing: bytes[..<size]).bytes, of: entry)
            let end = size + packed
            return (
                header, UnsafeMutableRawBufferPointer(rebasing: bytes[size..<end]),
                UnsafeMutableRawBufferPointer(rebasing: bytes[end..<wanted])
            )
        } catch {
            throw .entry(entryText(entry.path), error)
        }
    }

    /// The header alone, and where the data begins.
    mutating func readHeader(_ entry: ArchiveEntry) throws(ArchiveError) -> (LocalHeader, start: Int64) {
        let fixed = try file.read(ZipFormat.localHeaderSize, at: entry.headerOffset)
        let space = entry.spaceEnd - entry.headerOffset
        let size: Int
        do throws(EntryProblem) {
            size = try LocalHeader.size(of: fixed.span.bytes)
            guard Int64(size) + entry.packedSize <= space else { throw .overlap(nil) }
        } catch {
            throw .entry(entryText(entry.path), error)
        }
        let bytes = try file.read(size, at: entry.headerOffset)
        do throws(EntryProblem) {
            return (try LocalHeader(bytes.span.bytes, of: entry), entry.headerOffset + Int64(size))
        } catch {
            throw .entry(entryText(entry.path), error)
        }
    }

    func checkDescriptor(
        _ header: LocalHeader, _ entry: ArchiveEntry, at end: Int64
    ) throws(ArchiveError) {
        guard header.hasDescriptor else { return }
        let bytes = try file.read(Int(min(Int64(DataDescriptor.longest), entry.spaceEnd - end)), at: end)
        do throws(EntryProblem) {
            try DataDescriptor.check(bytes.span.bytes, of: entry)
        } catch {
            throw .entry(entryText(entry.path), error)
        }
    }
}
