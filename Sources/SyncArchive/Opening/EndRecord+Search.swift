extension EndRecord {
    /// Finds the end record of an archive.
    ///
    /// It is the one whose comment ends where the file ends (zero bytes that pad a block may follow). A comment may
    /// hold the signature of an end record: such a candidate leads to no central directory. Two that both lead to one
    /// make two archives of one file, which is refused.
    init(of file: ArchiveFile) throws(ArchiveError) {
        guard file.size > 0 else { throw .notAnArchive(found: "an empty file") }
        let tailSize = Int(min(file.size, Self.window))
        let tailStart = file.size - Int64(tailSize)
        let tail = try file.read(tailSize, at: tailStart)
        let candidates = Candidates(tail)
        var found: [EndRecord] = []
        var failure: ArchiveError?
        for position in candidates.atEnd.prefix(Self.mostCandidates) {
            do throws(ArchiveError) {
                found.append(try EndRecord(at: tailStart + Int64(position), in: file))
            } catch {
                failure = failure ?? error
            }
        }
        // A record of an empty archive needs nothing before it, so 22 bytes of a comment can look like one.
        let filled = found.filter { $0.entries > 0 }
        if let only = filled.count == 1 ? filled.first : nil {
            self = only
        } else if filled.count > 1 || candidates.atEnd.count > Self.mostCandidates {
            throw .ambiguous
        } else if let empty = found.first {
            self = empty
        } else if let failure {
            throw failure
        } else {
            throw try Self.nothingFound(candidates, tailSize: tailSize, in: file)
        }
    }

    /// The record, the longest comment, and as much padding.
    private static let window = Int64(ZipFormat.endRecordSize + 0xFFFF + 0x10000)
    private static let mostCandidates = 64

    private static func nothingFound(
        _ candidates: Candidates, tailSize: Int, in file: ArchiveFile
    ) throws(ArchiveError) -> ArchiveError {
        if let (position, end) = candidates.elsewhere {
            return end > tailSize
                ? .cutShort : .trailingBytes(tailSize - end, after: file.size - Int64(tailSize - position))
        }
        let head = try file.read(Int(min(file.size, 512)), at: 0)
        if head.starts(with: [0x50, 0x4B, 3, 4]) || head.starts(with: [0x50, 0x4B, 7, 8]) { return .cutShort }
        return .notAnArchive(found: FirstWords.describe(head))
    }

    /// Positions in the file's tail where an end record's signature stands.
    private struct Candidates {
        /// Those whose comment ends at the end of the file, last first.
        private(set) var atEnd: [Int] = []
        /// The last of the others, and where its comment ends.
        private(set) var elsewhere: (position: Int, end: Int)?

        init(_ tail: [UInt8]) {
            guard tail.count >= ZipFormat.endRecordSize else { return }
            let bytes = tail.span.bytes
            let contentEnd = (tail.lastIndex { $0 != 0 } ?? -1) + 1
            for position in stride(from: tail.count - ZipFormat.endRecordSize, through: 0, by: -1)
            where bytes.u32(position) == ZipFormat.endRecord {
                let end = position + ZipFormat.endRecordSize + Int(bytes.u16(position + 20))
                if end <= tail.count, end >= contentEnd {
                    atEnd.append(position)
                } else if elsewhere == nil {
                    elsewhere = (position, end)
                }
            }
        }
    }
}
