import Glibc
import SyncPlatform

/// A new file in the staging tree. Few system calls: it is made with its final mode, and nothing is renamed or flushed.
struct OutputFile: ~Copyable {
    /// As it is on disk, the umask included.
    let mode: UInt32
    private let descriptor: Descriptor
    private let path: String

    /// Makes a file that must not be there yet. `permissions` are what the archive says; the rest of the rule is applied
    /// here. `path` is for messages.
    init(
        in directory: Directory, name: String, path: String, permissions: UInt32?
    ) throws(PlatformError) {
        let descriptor = try directory.createFile(name, mode: Self.mode(permissions))
        mode = try Self.readableMode(of: descriptor.raw, path: path)
        self.descriptor = descriptor
        self.path = path
    }

    /// A umask may hide a file even from its owner; a game must stay readable.
    private static func readableMode(of descriptor: Int32, path: String) throws(PlatformError) -> UInt32 {
        var info = stat()
        guard fstat(descriptor, &info) == 0 else {
            throw .system(call: "fstat", path: entryText(path), errno: errno)
        }
        let mode = UInt32(info.st_mode) & 0o777
        guard mode & 0o400 == 0 else { return mode }
        guard fchmod(descriptor, mode_t(mode | 0o400)) == 0 else {
            throw .system(call: "fchmod", path: entryText(path), errno: errno)
        }
        return mode | 0o400
    }

    /// Readable by the owner, never writable by everybody, no other bits than read, write and execute.
    static func mode(_ permissions: UInt32?) -> UInt32 { (permissions ?? 0o644) & 0o775 | 0o400 }

    func write(_ bytes: UnsafeRawBufferPointer) throws(PlatformError) {
        try descriptor.writeAll(bytes, path: path)
    }

    /// To be called after the last write. A file system that does not keep the time is no reason to fail.
    func setTime(_ modified: Int64) { setModified(descriptor.raw, modified) }
}

/// Sets the time of the last change and leaves that of the last access.
func setModified(_ descriptor: Int32, _ seconds: Int64) {
    // UTIME_OMIT, a macro that Swift cannot read.
    let omitted = timespec(tv_sec: 0, tv_nsec: 0x3FFF_FFFE)
    let times = [omitted, timespec(tv_sec: Int(seconds), tv_nsec: 0)]
    _ = futimens(descriptor, times)
}
