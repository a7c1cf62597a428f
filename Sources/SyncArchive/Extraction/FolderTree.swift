import Glibc
import SyncPlatform

/// The folders of an extraction: made first, writable by their owner; given their modes and times last.
struct FolderTree {
    private let archive: Archive
    private let root: Directory
    private var made: [Made] = []

    private struct Made {
        let folder: TreeFolder
        /// As it is on disk while files are made in it.
        let mode: UInt32
        let finalMode: UInt32
    }

    init(_ archive: Archive, in root: Directory) {
        self.archive = archive
        self.root = root
    }

    /// Makes the folders, which come in an order where each follows the one that holds it.
    mutating func make(_ folders: [TreeFolder]) throws(ArchiveError) {
        let cursor = DirectoryCursor(root)
        made.reserveCapacity(folders.count)
        for folder in folders {
            do throws(PlatformError) {
                let (parent, name) = try cursor.place(folder.path)
                made.append(try make(folder, name, in: parent))
            } catch {
                throw .platform(entry: entryText(folder.path), error)
            }
        }
    }

    private func make(
        _ folder: TreeFolder, _ name: String, in parent: Directory
    ) throws(PlatformError) -> Made {
        let wanted = (folder.entry.flatMap { archive.entries[$0].permissions } ?? 0o755) & 0o775 | 0o500
        try parent.makeNewDirectory(name, mode: wanted | 0o700)
        // The umask is part of what is there now; it cannot be asked for without being changed.
        let actual = try parent.status(name)?.mode ?? 0
        let working = actual & 0o777 | 0o700
        if actual & 0o777 != working, fchmodat(parent.raw, name, mode_t(working), 0) != 0 {
            throw .system(call: "chmod", path: entryText(folder.path), errno: errno)
        }
        return Made(folder: folder, mode: working, finalMode: actual & 0o077 | wanted & actual & 0o700 | 0o500)
    }

    /// Sets final modes and times, innermost folders first.
    func finish() throws(ArchiveError) -> [ExtractedFile] {
        let cursor = DirectoryCursor(root)
        for made in made.reversed() where made.folder.entry != nil {
            do throws(PlatformError) {
                let directory = try cursor.directory(made.folder.path[...])
                if made.finalMode != made.mode, fchmod(directory.raw, mode_t(made.finalMode)) != 0 {
                    throw .system(call: "chmod", path: entryText(made.folder.path), errno: errno)
                }
                if let entry = made.folder.entry { setModified(directory.raw, archive.entries[entry].modified) }
            } catch {
                throw .platform(entry: entryText(made.folder.path), error)
            }
        }
        return made.map {
            ExtractedFile(
                path: $0.folder.path, kind: .directory, size: 0,
                mode: $0.folder.entry == nil ? $0.mode : $0.finalMode, sha256: nil, linkTarget: nil)
        }
    }
}
