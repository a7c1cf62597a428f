import Glibc
import Synchronization

extension Directory {
    private static let written = Atomic<UInt64>(0)

    /// Gives a file new content in one step: a reader sees the old or the new whole, and so does the disk after a crash.
    ///
    /// Written under a temporary name (`.assetsync-new-…`) in the same directory, then renamed. When that fails the
    /// temporary file is removed; after `kill -9` it may stay.
    ///
    /// - Parameters:
    ///   - name: A file or link of that name is replaced, a folder is not.
    ///   - bytes: The whole new content.
    ///   - replacing: When false and the name is taken, `EEXIST` is thrown and nothing has changed.
    ///   - mode: Permission bits; the umask applies.
    ///   - flush: Whether content and name are on the disk when the call returns.
    /// - Throws: ``PlatformError/system(call:path:errno:)``, with what was there before untouched, except that after a
    ///   failed flush of the directory the new content may be in place.
    public func writeFile(
        _ name: String, with bytes: UnsafeRawBufferPointer, replacing: Bool = true, mode: UInt32 = 0o644, flush: Bool
    ) throws(PlatformError) {
        let temporary = ".assetsync-new-\(getpid())-\(Self.written.add(1, ordering: .relaxed).newValue)"
        let file = try createTemporary(temporary, mode: mode)
        do throws(PlatformError) {
            try file.writeAll(bytes, path: join(name))
            if flush { try file.flush(path: join(name)) }
            if replacing {
                try rename(temporary, to: self, as: name)
            } else {
                try renameNew(temporary, to: self, as: name)
            }
        } catch {
            // The failure above is the one to report.
            try? unlink(temporary)
            throw error
        }
        if flush { try self.flush() }
    }

    /// As ``writeFile(_:with:replacing:mode:flush:)-(_,UnsafeRawBufferPointer,_,_,_)``, for text.
    public func writeFile(
        _ name: String, with text: String, replacing: Bool = true, mode: UInt32 = 0o644, flush: Bool
    ) throws(PlatformError) {
        try Array(text.utf8).withUnsafeBufferPointer { bytes throws(PlatformError) in
            try writeFile(name, with: UnsafeRawBufferPointer(bytes), replacing: replacing, mode: mode, flush: flush)
        }
    }

    private func createTemporary(_ name: String, mode: UInt32) throws(PlatformError) -> Descriptor {
        do throws(PlatformError) {
            return try createFile(name, mode: mode)
        } catch {
            // Left behind by a process of the same number that was killed.
            guard error.errno == EEXIST else { throw error }
            try unlink(name)
            return try createFile(name, mode: mode)
        }
    }
}
