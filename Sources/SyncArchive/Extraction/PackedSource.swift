/// The packed bytes of one large entry, read and decrypted block by block.
struct PackedSource: ~Copyable {
    private let file: ArchiveFile
    private let entry: ArchiveEntry
    private let buffer: UnsafeMutableRawBufferPointer
    private var decryptor: Decryptor
    private var position: Int64
    private let end: Int64

    /// Encrypted bytes that were not asked for yet.
    var left: Int64 { end - position }

    /// The entry's data begins at `start`. The buffer holds one block and outlives this value.
    init(
        _ file: ArchiveFile, _ entry: ArchiveEntry, start: Int64, password: [UInt8]?,
        buffer: UnsafeMutableRawBufferPointer
    ) throws(ArchiveError) {
        let cipher = entry.cipher
        let prefix = UnsafeMutableRawBufferPointer(rebasing: buffer[..<cipher.prefixSize])
        try file.read(into: prefix, at: start)
        do throws(EntryProblem) {
            decryptor = try Decryptor(for: entry, password: password, prefix: prefix)
        } catch {
            throw .entry(entryText(entry.path), error)
        }
        self.file = file
        self.entry = entry
        self.buffer = buffer
        position = start + Int64(cipher.prefixSize)
        end = start + entry.packedSize - Int64(cipher.suffixSize)
    }

    /// The next block; empty at the end. The one before is gone.
    mutating func next() throws(ArchiveError) -> UnsafeRawBufferPointer {
        let block = UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(min(Int64(buffer.count), left))])
        try file.read(into: block, at: position)
        position += Int64(block.count)
        decryptor.decrypt(block)
        return UnsafeRawBufferPointer(block)
    }

    /// Checks the authentication code.
    ///
    /// - Returns: Where the packed data ends.
    consuming func finish() throws(ArchiveError) -> Int64 {
        let suffix = try file.read(entry.cipher.suffixSize, at: end)
        let entry = self.entry
        let dataEnd = end + Int64(suffix.count)
        let decryptor = self.decryptor
        do throws(EntryProblem) {
            try decryptor.finish(suffix: suffix)
        } catch {
            throw .entry(entryText(entry.path), error)
        }
        return dataEnd
    }
}
