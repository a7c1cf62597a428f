import CLinux
import Glibc

extension Descriptor {
    /// Copies all of this file to an empty one, without passing the bytes through this process: by sharing its blocks
    /// where the file system can, else by `copy_file_range`, else byte by byte.
    ///
    /// Returns false when the content could not be read; `path` names the target in the error when it could not be
    /// written. Asks `isStopped` now and then, and then leaves the rest out.
    public borrowing func copyContent(
        to target: borrowing Descriptor, path: @autoclosure () -> String, until isStopped: () -> Bool = { false }
    ) throws(PlatformError) -> Bool {
        if linux_clone(raw, target.raw) == 0 { return true }
        let piece = 8 << 20
        while !isStopped() {
            let count = linux_copy_range(raw, target.raw, piece)
            if count == 0 { return true }
            if count > 0 || errno == EINTR { continue }
            switch errno {
            case ENOSPC, EDQUOT, EFBIG: throw .last("write", path())
            // Not here, or an error that does not say on which side it was: byte by byte it shows.
            default: return try copyByHand(to: target, path: path(), until: isStopped)
            }
        }
        return true
    }

    private borrowing func copyByHand(
        to target: borrowing Descriptor, path: @autoclosure () -> String, until isStopped: () -> Bool
    ) throws(PlatformError) -> Bool {
        try target.empty(path: path())
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 4096)
        defer { buffer.deallocate() }
        var offset: Int64 = 0
        while !isStopped() {
            let count: Int
            do throws(PlatformError) { count = try read(into: buffer, at: offset) } catch { return false }
            if count == 0 { return true }
            try target.writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]), path: path())
            offset += Int64(count)
        }
        return true
    }

    /// Sets permission bits. The corresponding C function is `fchmod`.
    public borrowing func setMode(_ mode: UInt32, path: @autoclosure () -> String) throws(PlatformError) {
        try checked("chmod", path()) { fchmod(raw, mode_t(mode)) }
    }

    /// Sets the time of the last change, in nanoseconds since 1970, and leaves that of the last access. A file system
    /// that does not keep it is no reason to fail.
    public borrowing func setModified(_ nanoseconds: Int64) {
        // UTIME_OMIT, a macro that Swift cannot read.
        let omitted = timespec(tv_sec: 0, tv_nsec: 0x3FFF_FFFE)
        var (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        if rest < 0 { (seconds, rest) = (seconds - 1, rest + 1_000_000_000) }
        _ = futimens(raw, [omitted, timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))])
    }

    /// Tells the kernel that the file is read once, from its beginning to its end.
    public borrowing func adviseSequential() { _ = posix_fadvise(raw, 0, 0, POSIX_FADV_SEQUENTIAL) }
}

extension Descriptor {
    /// Takes all content out and goes back to the beginning.
    public borrowing func empty(path: @autoclosure () -> String) throws(PlatformError) {
        try checked("lseek", path()) { lseek(raw, 0, SEEK_SET) < 0 ? -1 : 0 }
        try checked("truncate", path()) { ftruncate(raw, 0) }
    }
}
