import CLinux
import Glibc

/// An open directory. Every operation is relative to its descriptor and follows no link in the last part of a name,
/// so nobody can lead it elsewhere by renaming what lies above it.
public final class Directory: Sendable {
    /// Only for messages.
    public let path: String
    private let descriptor: Descriptor
    public var raw: Int32 { descriptor.raw }

    private init(path: String, descriptor: consuming Descriptor) {
        self.path = path
        self.descriptor = descriptor
    }

    /// Opens the directory at an absolute path. Links on the way are followed: the operator chose the path.
    public convenience init(opening path: String) throws(PlatformError) {
        let raw = try checked("open", path) { linux_openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0) }
        self.init(path: path, descriptor: Descriptor(owning: raw))
    }

    /// Opens the directory at an absolute path, making it and what is missing above it.
    public static func creating(_ path: String, mode: UInt32 = 0o755) throws(PlatformError) -> Directory {
        do {
            return try Directory(opening: path)
        } catch {
            guard error.errno == ENOENT, let slash = path.lastIndex(of: "/"), path.count > 1 else { throw error }
            let parent = String(path[..<slash])
            let name = String(path[path.index(after: slash)...])
            guard !name.isEmpty else { return try creating(parent, mode: mode) }
            return try creating(parent.isEmpty ? "/" : parent, mode: mode).makeDirectory(name, mode: mode)
        }
    }

    /// Opens a directory of that name; a link is refused.
    public func directory(_ name: String) throws(PlatformError) -> Directory {
        let raw = try checked("open", join(name)) {
            linux_openat(self.raw, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0)
        }
        return Directory(path: join(name), descriptor: Descriptor(owning: raw))
    }

    /// Makes the directory if it is missing and opens it; a link or a file of that name is refused.
    public func makeDirectory(_ name: String, mode: UInt32 = 0o755) throws(PlatformError) -> Directory {
        if mkdirat(raw, name, mode) != 0, errno != EEXIST {
            throw .last("mkdir", join(name))
        }
        return try directory(name)
    }

    /// Makes a directory that must not exist yet, without opening it.
    public func makeNewDirectory(_ name: String, mode: UInt32 = 0o755) throws(PlatformError) {
        try checked("mkdir", join(name)) { mkdirat(raw, name, mode) }
    }

    /// Creates a file that must not exist yet (`O_EXCL | O_NOFOLLOW`), for writing.
    public func createFile(_ name: String, mode: UInt32 = 0o644) throws(PlatformError) -> Descriptor {
        try openFile(name, flags: O_WRONLY | O_CREAT | O_EXCL, mode: mode)
    }

    /// Opens a regular file for reading; a link is refused.
    public func openFile(_ name: String) throws(PlatformError) -> Descriptor {
        try openFile(name, flags: O_RDONLY, mode: 0)
    }

    /// Opens with the given `open(2)` flags; `O_NOFOLLOW | O_CLOEXEC` are always added.
    public func openFile(_ name: String, flags: Int32, mode: UInt32) throws(PlatformError) -> Descriptor {
        let raw = try checked("open", join(name)) {
            linux_openat(self.raw, name, flags | O_NOFOLLOW | O_CLOEXEC, mode)
        }
        return Descriptor(owning: raw)
    }

    /// What is there under that name, without following a link; nil when there is nothing.
    public func status(_ name: String) throws(PlatformError) -> FileStatus? {
        var info = stat()
        if fstatat(raw, name, &info, AT_SYMLINK_NOFOLLOW) == 0 { return FileStatus(info) }
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw .last("stat", join(name))
    }

    /// Of this directory itself.
    public func status() throws(PlatformError) -> FileStatus {
        var info = stat()
        try checked("fstat", path) { fstat(raw, &info) }
        return FileStatus(info)
    }

    /// All names but `.` and `..`, in no particular order. A name that is no UTF-8 comes with U+FFFD and cannot be
    /// opened by that text.
    public func names() throws(PlatformError) -> [String] {
        try rawNames().map { String(decoding: $0.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self) }
    }

    /// Names byte for byte with the final NUL, because a name on disk need not be UTF-8.
    func rawNames() throws(PlatformError) -> [[CChar]] {
        // A second descriptor, because the stream owns and moves the one it is given.
        let copy = try checked("open", path) { linux_openat(raw, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0) }
        guard let stream = fdopendir(copy) else {
            let error = PlatformError.last("opendir", path)
            close(copy)
            throw error
        }
        defer { closedir(stream) }
        var names: [[CChar]] = []
        while true {
            // The end and a failure look the same but for this.
            errno = 0
            guard let entry = readdir(stream) else { break }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { start in
                    Array(UnsafeBufferPointer(start: start, count: strlen(start) + 1))
                }
            }
            if name != [0x2E, 0], name != [0x2E, 0x2E, 0] { names.append(name) }
        }
        guard errno == 0 else { throw .last("readdir", path) }
        return names
    }

    /// Renames within one file system; a file or an empty directory at the new name is replaced.
    public func rename(_ name: String, to target: Directory, as newName: String) throws(PlatformError) {
        try checked("rename", join(name)) { renameat(raw, name, target.raw, newName) }
    }

    /// Renames only when the new name is free; `EEXIST` otherwise. Where the file system cannot promise that
    /// (`EINVAL`), the caller holds the lock and a look before the rename has to do.
    public func renameNew(_ name: String, to target: Directory, as newName: String) throws(PlatformError) {
        if linux_rename_noreplace(raw, name, target.raw, newName) == 0 { return }
        guard errno == EINVAL || errno == ENOSYS else { throw .last("rename", join(name)) }
        guard try target.status(newName) == nil else {
            errno = EEXIST
            throw .last("rename", join(name))
        }
        try rename(name, to: target, as: newName)
    }

    /// Exchanges two names in one step: a reader sees one or the other, never neither.
    ///
    /// - Throws: `EINVAL` where the file system cannot, `EXDEV` across file systems.
    public func exchange(_ name: String, with other: Directory, _ otherName: String) throws(PlatformError) {
        try checked("exchange", join(name)) { linux_rename_exchange(raw, name, other.raw, otherName) }
    }

    public func unlink(_ name: String) throws(PlatformError) {
        try checked("unlink", join(name)) { unlinkat(raw, name, 0) }
    }

    public func makeLink(_ name: String, target: String) throws(PlatformError) {
        try checked("symlink", join(name)) { symlinkat(target, raw, name) }
    }

    public func flush() throws(PlatformError) {
        try checked("fsync", path) { fsync(raw) }
    }

    public func flushFileSystem() throws(PlatformError) { try descriptor.flushFileSystem() }

    /// Free and total bytes of the file system, as an unprivileged user may use them.
    public func space() throws(PlatformError) -> (free: Int64, total: Int64) {
        var info = statvfs()
        try checked("statvfs", path) { fstatvfs(raw, &info) }
        return (Int64(info.f_bavail) * Int64(info.f_frsize), Int64(info.f_blocks) * Int64(info.f_frsize))
    }

    func join(_ name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }
}

extension Directory {
    /// Whether this process may create and remove names here.
    public var isWritable: Bool { faccessat(raw, ".", W_OK | X_OK, AT_EACCESS) == 0 }

    /// Sets permission bits of a name; a link is refused by the kernel.
    public func setMode(_ name: String, _ mode: UInt32) throws(PlatformError) {
        try checked("chmod", join(name)) { fchmodat(raw, name, mode_t(mode), 0) }
    }
}
