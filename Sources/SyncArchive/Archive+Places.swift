extension Archive {
    /// Where the packed bytes of each entry lie, found by its local header, which has to agree with the directory.
    ///
    /// Digests and targets of links are not known without unpacking and are left out. Blocks.
    public func places() throws(ArchiveError) -> [WrittenEntry] {
        var reader = try EntryReader(self, oneOf: 1)
        var places: [WrittenEntry] = []
        places.reserveCapacity(entries.count)
        for entry in entries {
            let (_, start) = try reader.readHeader(entry)
            places.append(
                WrittenEntry(
                    path: entry.path, kind: entry.kind, mode: entry.permissions ?? 0, size: entry.size, sha256: nil,
                    linkTarget: nil, method: entry.method, crc32: entry.crc32, headerOffset: entry.headerOffset,
                    dataOffset: start, packedSize: entry.packedSize))
        }
        return places
    }
}

extension WrittenEntry {
    /// The same with what only unpacking tells.
    public func unpacked(as file: ExtractedFile?) -> WrittenEntry {
        WrittenEntry(
            path: path, kind: kind, mode: mode, size: size, sha256: file?.sha256, linkTarget: file?.linkTarget,
            method: method, crc32: crc32, headerOffset: headerOffset, dataOffset: dataOffset, packedSize: packedSize)
    }
}
