import Glibc
import SyncCore

extension Directory {
    /// Removes the name and everything below it. Links are removed, never followed; another file system mounted below
    /// is not entered. Missing is fine. Folders that forbid it are made writable first.
    ///
    /// Once `isStopped` says so the rest stays, without an error.
    public func removeTree(_ name: String, until isStopped: () -> Bool = { false }) throws(PlatformError) {
        guard !isStopped(), let tree = try unlinkOrOpen(name) else { return }
        var raised = false
        repeat {
            raised = false
            try tree.removeContent(depth: 0, top: tree, &raised, isStopped)
        } while raised && !isStopped()
        guard !isStopped() else { return }
        try checked("rmdir", join(name)) { unlinkat(raw, name, AT_REMOVEDIR) }
    }

    /// Every level that is entered costs a descriptor, of which a process has only so many, and a path can have two
    /// thousand levels.
    private static let deepest = 64

    /// What lies deeper than that is raised to the top of the tree, to go in the next pass.
    private func removeContent(
        depth: Int, top: Directory, _ raised: inout Bool, _ isStopped: () -> Bool
    ) throws(PlatformError) {
        for child in try rawNames() {
            guard !isStopped() else { return }
            // The common case: a file, removed without a look at it first.
            if unlinkat(raw, child, 0) == 0 { continue }
            let name = try spelt(child)
            guard let directory = try unlinkOrOpen(name) else { continue }
            if depth == Self.deepest {
                try renameNew(name, to: top, as: ".assetsync-removing-\(UInt64.random(in: 0 ... .max))")
                raised = true
            } else {
                try directory.removeContent(depth: depth + 1, top: top, &raised, isStopped)
                guard !isStopped() else { return }
                try checked("rmdir", join(name)) { unlinkat(raw, name, AT_REMOVEDIR) }
            }
        }
    }

    /// Removes the name, or opens the folder that it is; nil when nothing is left of it.
    private func unlinkOrOpen(_ name: String) throws(PlatformError) -> Directory? {
        if unlinkat(raw, name, 0) == 0 { return nil }
        let failure = PlatformError.last("unlink", join(name))
        switch failure.errno {
        case ENOENT: return nil
        case EISDIR, EPERM, EACCES: break
        default: throw failure
        }
        guard let status = try status(name) else { return nil }
        guard status.kind == .directory else { throw failure }
        guard try status.identity.device == self.status().identity.device else {
            errno = EBUSY
            throw .last("rmdir", join(name))
        }
        if status.mode & 0o700 != 0o700 {
            // Fails when it is not ours; the removal below then says why.
            _ = fchmodat(raw, name, mode_t(status.mode | 0o700), 0)
        }
        return try directory(name)
    }

    /// The name as text. A folder whose name is no UTF-8 gets one that we can spell, then goes like any other.
    private func spelt(_ name: [CChar]) throws(PlatformError) -> String {
        if let text = String(validating: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self) { return text }
        let spelt = ".assetsync-removing-\(UInt64.random(in: 0 ... .max))"
        try checked("rename", path) { renameat(raw, name, raw, spelt) }
        return spelt
    }
}
