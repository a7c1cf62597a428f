import CLinux
import Glibc

/// Owns one open file descriptor; closed exactly once, when the value ends.
public struct Descriptor: ~Copyable, Sendable {
    public let raw: Int32

    /// Takes ownership of an open descriptor.
    public init(owning raw: Int32) { self.raw = raw }

    deinit { close(raw) }

    /// Writes all of `bytes` at the current position. The corresponding C function is `write`.
    public borrowing func writeAll(_ bytes: UnsafeRawBufferPointer, path: @autoclosure () -> String)
        throws(PlatformError)
    {
        var rest = bytes
        while !rest.isEmpty {
            let count = write(raw, rest.baseAddress, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw .last("write", path())
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// The same for an array.
    public borrowing func writeAll(_ bytes: [UInt8], path: @autoclosure () -> String) throws(PlatformError) {
        try bytes.withUnsafeBufferPointer { (buffer) throws(PlatformError) in
            try writeAll(UnsafeRawBufferPointer(buffer), path: path())
        }
    }

    /// Reads up to `buffer.count` bytes at `offset`; 0 at the end. The corresponding C function is `pread`.
    public borrowing func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64, path: @autoclosure () -> String = ""
    ) throws(PlatformError) -> Int {
        while true {
            let count = pread(raw, buffer.baseAddress, buffer.count, off_t(offset))
            if count >= 0 { return count }
            if errno == EINTR { continue }
            throw .last("read", path())
        }
    }

    /// The first `count` bytes; fewer where the file is shorter.
    public borrowing func readAll(
        _ count: Int, path: @autoclosure () -> String = ""
    ) throws(PlatformError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let read = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(PlatformError) in
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[done...])
                return try self.read(into: rest, at: Int64(done), path: path())
            }
            guard read > 0 else { break }
            done += read
        }
        return done == count ? bytes : Array(bytes[..<done])
    }

    /// Size in bytes of the open file.
    public borrowing func size() throws(PlatformError) -> Int64 {
        var info = stat()
        try checked("fstat") { fstat(raw, &info) }
        return Int64(info.st_size)
    }

    /// Flushes the file's data and metadata. The corresponding C function is `fsync`.
    public borrowing func flush(path: @autoclosure () -> String = "") throws(PlatformError) {
        try checked("fsync", path()) { fsync(raw) }
    }

    /// Flushes the whole file system that holds the file: one call for many new files.
    public borrowing func flushFileSystem() throws(PlatformError) {
        try checked("syncfs") { linux_syncfs(raw) }
    }
}
