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
        in directory: Directory, name: String, path: String, permissions: UInt32?, _ modes: inout GivenModes
    ) throws(PlatformError) {
        let asked = Self.mode(permissions)
        let descriptor = try directory.createFile(name, mode: asked)
        mode = try modes.mode(of: descriptor.raw, asked: asked, in: directory, path: path)
        self.descriptor = descriptor
        self.path = path
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

/// Which mode a new file got of the one that was asked for. The umask and the folder's default ACL decide, so that files
/// of one folder that ask for the same get the same, and the kernel need not be asked each time.
struct GivenModes {
    private var folder: Directory?
    private var asked: UInt32 = 0
    private var given: UInt32 = 0

    /// The mode of a file just made, after its owner was let read it: a umask may hide a file even from its owner, but a
    /// game must stay readable.
    mutating func mode(
        of descriptor: Int32, asked: UInt32, in directory: Directory, path: String
    ) throws(PlatformError) -> UInt32 {
        if folder === directory, asked == self.asked { return given }
        var info = stat()
        guard fstat(descriptor, &info) == 0 else {
            throw .system(call: "fstat", path: entryText(path), errno: errno)
        }
        let mode = UInt32(info.st_mode) & 0o777
        guard mode & 0o400 == 0 else {
            (folder, self.asked, given) = (directory, asked, mode)
            return mode
        }
        guard fchmod(descriptor, mode_t(mode | 0o400)) == 0 else {
            throw .system(call: "fchmod", path: entryText(path), errno: errno)
        }
        return mode | 0o400
    }
}
