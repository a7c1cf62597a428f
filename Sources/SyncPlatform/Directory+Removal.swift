import Glibc
import SyncCore

extension Directory {
    /// Removes the name and everything below it. Links are removed, never followed; another file system mounted below
    /// is not entered. Missing is fine. Folders that forbid it are made writable first.
    public func removeTree(_ name: String) throws(PlatformError) {
        if unlinkat(raw, name, 0) == 0 { return }
        let failure = PlatformError.last("unlink", join(name))
        switch failure.errno {
        case ENOENT: return
        case EISDIR, EPERM, EACCES: break
        default: throw failure
        }
        guard let status = try status(name) else { return }
        guard status.kind == .directory else { throw failure }
        guard try status.identity.device == self.status().identity.device else {
            errno = EBUSY
            throw .last("rmdir", join(name))
        }
        if status.mode & 0o700 != 0o700 {
            // Fails when it is not ours; the removal below then says why.
            _ = fchmodat(raw, name, mode_t(status.mode | 0o700), 0)
        }
        let directory = try directory(name)
        for child in try directory.rawNames() { try directory.removeTreeRaw(child) }
        try checked("rmdir", join(name)) { unlinkat(raw, name, AT_REMOVEDIR) }
    }

    private func removeTreeRaw(_ name: [CChar]) throws(PlatformError) {
        // The common case: a file, removed without a look at it first.
        if unlinkat(raw, name, 0) == 0 { return }
        let failure = PlatformError.last("unlink", path)
        if let text = String(validating: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self) {
            return try removeTree(text)
        }
        guard failure.errno == EISDIR || failure.errno == EPERM || failure.errno == EACCES else { throw failure }
        // A folder whose name is no UTF-8 gets a name that we can spell, then goes like any other.
        let spelt = ".assetsync-removing"
        try checked("rename", path) { renameat(raw, name, raw, spelt) }
        try removeTree(spelt)
    }
}
