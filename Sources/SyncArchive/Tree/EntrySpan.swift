/// The bytes that an entry needs at least: its local header, name and packed data.
struct EntrySpan {
    let start: Int64
    let end: Int64
    /// Index of the entry, or -1 for one that is left out.
    var entry = -1

    init(_ header: CentralHeader, nameCount: Int) {
        start = header.offset
        end = header.offset + Int64(ZipFormat.localHeaderSize + nameCount) + header.packedSize
    }
}

extension Listing {
    /// Refuses entries that share bytes, as far as the central directory tells; the rest shows in the local headers,
    /// which must end before what follows.
    mutating func checkOverlap() throws(ArchiveError) {
        let order = spans.indices.sorted { spans[$0].start < spans[$1].start }
        for (place, index) in order.enumerated() {
            let span = spans[index]
            let next = place + 1 < order.count ? spans[order[place + 1]] : nil
            let spaceEnd = next?.start ?? directoryStart
            guard span.end <= spaceEnd else {
                throw .entry(name(of: span), .overlap(next.map { name(of: $0) }))
            }
            if span.entry >= 0 { settle(span.entry, spaceEnd: spaceEnd) }
        }
    }

    private func name(of span: EntrySpan) -> String {
        span.entry >= 0 ? entryText(entries[span.entry].path) : "(skipped)"
    }
}
