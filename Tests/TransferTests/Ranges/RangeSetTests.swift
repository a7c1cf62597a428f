import Testing

@testable import SyncTransfer

@Suite("Range sets") struct RangeSetTests {
    /// Offsets of first and last byte of each range.
    private func set(_ pairs: (Int64, Int64)...) throws -> RangeSet {
        RangeSet(try pairs.map { try #require(ByteRange(offset: $0.0, length: $0.1 - $0.0 + 1)) })
    }

    private func bytes(_ set: RangeSet) -> Set<Int64> {
        Set(set.ranges.flatMap { Array($0.offset..<$0.end) })
    }

    @Test("ranges that overlap or touch are one, in whatever order they come")
    func joins() throws {
        let joined = try set((0, 9), (10, 19), (30, 39), (35, 44))
        #expect(joined == (try set((35, 44), (30, 39), (10, 19), (0, 9))))
        #expect(joined.ranges.map(\.spelling) == ["0-19", "30-44"])
        #expect(joined.byteCount == 35)
        var grown = joined
        grown.insert(try #require(ByteRange(offset: 20, length: 10)))
        #expect(grown.ranges.map(\.spelling) == ["0-44"])
    }

    @Test("what is asked for less what came is what is missing, to the byte")
    func subtracts() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            func random() -> RangeSet {
                RangeSet(
                    (0..<Int.random(in: 0...6, using: &generator)).compactMap { _ in
                        ByteRange(offset: .random(in: 0...40), length: .random(in: 1...9))
                    })
            }
            let (wanted, got) = (random(), random())
            let missing = wanted.subtracting(got)
            #expect(bytes(missing) == bytes(wanted).subtracting(bytes(got)))
            #expect(missing.byteCount == Int64(bytes(missing).count))
            for range in wanted.ranges {
                #expect(got.contains(range) == bytes(got).isSuperset(of: range.offset..<range.end))
            }
            var inserted = wanted
            for range in got.ranges { inserted.insert(range) }
            #expect(bytes(inserted) == bytes(wanted).union(bytes(got)))
            #expect(inserted == RangeSet(inserted.ranges))
        }
    }

    @Test("gaps that are cheaper to read than to skip are read along")
    func coalesces() throws {
        let ranges = try set((0, 9), (4106, 4200), (8298, 8300))
        #expect(ranges.coalesced(gap: 4096).ranges.map(\.spelling) == ["0-4200", "8298-8300"])
        #expect(ranges.coalesced(gap: 0) == ranges)
    }

    @Test("no range is empty, begins before the file, or ends where no file can")
    func impossible() {
        #expect(ByteRange(offset: 0, length: 0) == nil)
        #expect(ByteRange(offset: -1, length: 5) == nil)
        #expect(ByteRange(offset: .max, length: 1) == nil)
        #expect(ByteRange(offset: .max - 1, length: 1) != nil)
    }

    @Test("a request takes as many ranges as the server copes with, and a long one alone")
    func batches() throws {
        let mebibyte: Int64 = 1 << 20
        var rest = [
            try #require(ByteRange(offset: 0, length: 5 * mebibyte)),
            try #require(ByteRange(offset: 6 * mebibyte, length: 2 * mebibyte)),
            try #require(ByteRange(offset: 9 * mebibyte, length: 20 * mebibyte)),
            try #require(ByteRange(offset: 30 * mebibyte, length: 1)),
            try #require(ByteRange(offset: 31 * mebibyte, length: 1)),
        ][...]
        var batches: [Int] = []
        while let batch = RangeBatch.next(of: &rest, width: 2) { batches.append(batch.ranges.count) }
        #expect(batches == [2, 1, 2])
    }

    @Test("a server that cannot cope is asked for fewer, down to one")
    func ladder() {
        var ladder = RangeLadder()
        var widths = [ladder.width]
        while ladder.stepDown(from: ladder.width) { widths.append(ladder.width) }
        #expect(widths == [255, 127, 7, 2, 1])
        var few = RangeLadder()
        let isLower = few.stepDown(from: 5)
        #expect(isLower)
        #expect(few.width == 2)
    }
}
