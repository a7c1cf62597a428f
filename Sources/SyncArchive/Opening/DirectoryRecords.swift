/// The records of a central directory, read through a window so that memory does not grow with it.
struct DirectoryRecords: ~Copyable {
    private static let windowSize = 256 * 1024
    private let file: ArchiveFile
    private let end: Int64
    private var position: Int64
    private(set) var window: [UInt8] = []
    private var windowStart: Int64

    init(_ file: ArchiveFile, _ directory: Range<Int64>) {
        self.file = file
        position = directory.lowerBound
        windowStart = directory.lowerBound
        end = directory.upperBound
    }

    /// Where the next record stands in ``window``; nil at the directory's end.
    mutating func next() throws(ArchiveError) -> Range<Int>? {
        guard position < end else { return nil }
        let left = end - position
        guard left >= 6 else { throw .damagedDirectory("\(left) bytes at its end are no entry") }
        try fill(Int(min(left, Int64(ZipFormat.centralHeaderSize))))
        let size = try recordSize(left: left)
        guard let size else { return nil }
        guard size <= left else { throw .damagedDirectory("the entry at \(position) runs past its end") }
        try fill(size)
        let start = Int(position - windowStart)
        position += Int64(size)
        return start..<start + size
    }

    /// Of the record at the current position; nil for the digital signature that may end the directory.
    private func recordSize(left: Int64) throws(ArchiveError) -> Int? {
        let offset = Int(position - windowStart)
        let bytes = window.span.bytes
        if bytes.u32(offset) == ZipFormat.digitalSignature, 6 + Int64(bytes.u16(offset + 4)) == left { return nil }
        guard left >= ZipFormat.centralHeaderSize, bytes.u32(offset) == ZipFormat.centralHeader else {
            throw .damagedDirectory("there is no entry at \(position)")
        }
        return ZipFormat.centralHeaderSize + Int(bytes.u16(offset + 28)) + Int(bytes.u16(offset + 30))
            + Int(bytes.u16(offset + 32))
    }

    /// Makes `count` bytes from the current position on stand in the window.
    private mutating func fill(_ count: Int) throws(ArchiveError) {
        guard position + Int64(count) > windowStart + Int64(window.count) else { return }
        window = try file.read(Int(min(Int64(Self.windowSize), end - position)), at: position)
        windowStart = position
    }
}
