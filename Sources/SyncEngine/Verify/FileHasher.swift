import Glibc
import SyncCore
import SyncCrypto
import SyncPlatform

/// Reads files for their SHA-256 with one buffer, which is small enough to stay in the processor's cache.
final class FileHasher {
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 4096)

    deinit { buffer.deallocate() }

    /// nil once `isStopped` says so. `advance` gets the bytes of each read.
    func digest(
        of file: borrowing Descriptor, path: @autoclosure () -> String, until isStopped: () -> Bool,
        advance: (Int) -> Void = { _ in }
    ) throws(PlatformError) -> (digest: Digest, bytes: Int64)? {
        var hasher = ContentHasher(.sha256)
        var offset: Int64 = 0
        while !isStopped() {
            let count = try file.read(into: buffer, at: offset, path: path())
            guard count > 0 else { return (hasher.finish(), offset) }
            hasher.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += Int64(count)
            advance(count)
        }
        return nil
    }
}

extension Directory {
    /// Opens a file to be read: a link is refused, and a pipe that has taken its place is not waited for.
    func openRegular(_ name: String) throws(PlatformError) -> Descriptor {
        try openFile(name, flags: O_RDONLY | O_NONBLOCK, mode: 0)
    }
}

extension PlatformError {
    /// Whether the disk gave back something else than was written: the tree is damaged then. Any other failure to read
    /// it, such as a lack of rights, says nothing of the tree.
    var isDamage: Bool {
        guard let errno else { return false }
        return [EIO, EBADMSG, EUCLEAN, ENODATA, ENXIO].contains(errno)
    }

    /// A link where none was expected (`ELOOP`), or a part of the way that is no folder, or nothing at all.
    var isElsewhere: Bool { errno == ELOOP || isNotAFolder || isMissing }

    /// `read failed: Input/output error`.
    var shortText: String { errno.map { "cannot be read: \(errorText($0))" } ?? summary }
}
