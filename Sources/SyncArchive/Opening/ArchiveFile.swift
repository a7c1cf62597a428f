import SyncPlatform

/// The archive's bytes, read in ranges: never loaded whole, never mapped (a mapped file that shrinks kills the reader).
final class ArchiveFile: Sendable {
    /// For messages only.
    let path: String
    /// When it was opened; a file that shrinks later gives a read error.
    let size: Int64
    private let descriptor: Descriptor

    init(_ descriptor: consuming Descriptor, path: String) throws(ArchiveError) {
        do {
            size = try descriptor.size()
        } catch {
            throw .platform(entry: nil, error)
        }
        self.descriptor = descriptor
        self.path = path
    }

    /// Fills the whole buffer from `offset` on.
    ///
    /// - Throws: ``ArchiveError/cutShort`` when the file ends before.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(ArchiveError) {
        var done = 0
        while done < buffer.count {
            let count: Int
            do {
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
                count = try descriptor.read(into: rest, at: offset + Int64(done), path: path)
            } catch {
                throw .platform(entry: nil, error)
            }
            guard count > 0 else { throw .cutShort }
            done += count
        }
    }

    /// The bytes of a range that the caller has found to lie within the file.
    func read(_ count: Int, at offset: Int64) throws(ArchiveError) -> [UInt8] {
        var failure: ArchiveError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(ArchiveError) {
                try read(
                    into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count]),
                    at: offset)
                filled = count
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
