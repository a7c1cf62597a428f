/// Bytes of a file: ranges in order that neither overlap nor touch.
public struct RangeSet: Sendable, Equatable {
    public private(set) var ranges: [ByteRange] = []

    public init() {}

    /// In any order, overlapping or not.
    public init(_ ranges: some Sequence<ByteRange>) {
        for range in ranges.sorted(by: { $0.offset < $1.offset }) { append(range, gap: 0) }
    }

    public var isEmpty: Bool { ranges.isEmpty }

    /// How many bytes.
    public var byteCount: Int64 { ranges.reduce(0) { $0 + $1.length } }

    public mutating func insert(_ range: ByteRange) {
        // All that overlap or touch it lie between these two places.
        let first = ranges.partitioningIndex { $0.end >= range.offset }
        let last = ranges.partitioningIndex { $0.offset > range.end }
        let touched = ranges[first..<last]
        let offset = min(range.offset, touched.first?.offset ?? range.offset)
        let end = max(range.end, touched.last?.end ?? range.end)
        guard let joined = ByteRange(offset: offset, length: end - offset) else { return }
        ranges.replaceSubrange(first..<last, with: CollectionOfOne(joined))
    }

    /// The bytes of this set that are not in the other.
    public func subtracting(_ other: RangeSet) -> RangeSet {
        var rest = RangeSet()
        var holes = other.ranges[...]
        for range in ranges {
            var start = range.offset
            while let hole = holes.first, hole.end <= start { holes.removeFirst() }
            for hole in holes {
                guard hole.offset < range.end else { break }
                rest.append(from: start, to: hole.offset)
                start = max(start, hole.end)
            }
            rest.append(from: start, to: range.end)
        }
        return rest
    }

    /// Whether all of these bytes are in the set.
    public func contains(_ range: ByteRange) -> Bool {
        let place = ranges.partitioningIndex { $0.end >= range.end }
        return place < ranges.endIndex && ranges[place].offset <= range.offset
    }

    /// The same bytes and those of every gap of at most `gap` bytes: a gap that costs less than a range of its own is
    /// cheaper to read than to skip.
    public func coalesced(gap: Int64) -> RangeSet {
        var joined = RangeSet()
        for range in ranges { joined.append(range, gap: gap) }
        return joined
    }

    /// Adds a range that begins at or after the last one.
    private mutating func append(_ range: ByteRange, gap: Int64) {
        if let last = ranges.last, range.offset - last.end <= gap {
            guard let joined = ByteRange(offset: last.offset, length: max(last.end, range.end) - last.offset) else {
                return
            }
            ranges[ranges.count - 1] = joined
        } else {
            ranges.append(range)
        }
    }

    private mutating func append(from start: Int64, to end: Int64) {
        if let range = ByteRange(offset: start, length: end - start) { ranges.append(range) }
    }
}

extension Array {
    /// The first index from which on `belongs` holds; it must hold for all elements after one for which it holds.
    fileprivate func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if belongs(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
