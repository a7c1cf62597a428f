extension Listing {
    /// Compares the claimed sizes with the limits.
    ///
    /// - Returns: The sum of all unpacked sizes.
    func checkSizes(_ limits: ArchiveLimits) throws(ArchiveError) -> Int64 {
        var total: Int64 = 0
        var packedTotal: Int64 = 0
        for entry in entries {
            let (sum, overflow) = total.addingReportingOverflow(entry.size)
            total = overflow ? .max : sum
            // Cannot overflow: the packed sizes lie side by side in the file.
            packedTotal += entry.packedSize
            if entry.size > ArchiveLimits.ratioFloor {
                try check(entry.size, packed: entry.packedSize, limits.ratio, entry: entry.path)
            }
        }
        guard total <= limits.unpackedBytes else {
            throw .unpackedTooLarge(bytes: total, limit: limits.unpackedBytes)
        }
        try check(total, packed: packedTotal, limits.ratio, entry: nil)
        return total
    }

    private func check(_ size: Int64, packed: Int64, _ limit: Int, entry: String?) throws(ArchiveError) {
        let (most, overflow) = max(packed, 1).multipliedReportingOverflow(by: Int64(limit))
        guard overflow || size <= most else {
            throw .ratioTooHigh(entry: entry.map(entryText), ratio: size / max(packed, 1), limit: limit)
        }
    }
}
