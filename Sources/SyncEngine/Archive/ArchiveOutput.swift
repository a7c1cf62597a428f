import Glibc
import SyncCore
import SyncPlatform

/// The file that an archive becomes: written under another name in the same folder, then renamed.
struct ArchiveOutput: Sendable {
    private let path: String
    private let folder: Directory
    let name: String
    private let temporary: String
    private let replaces: Bool
    /// Of the file that has the name now.
    let identity: TreeIdentity?

    /// Looks whether the name may be used; nothing is made. A link of that name gives way as itself.
    init(_ path: String, replacing: Bool) throws(ArchiveFailure) {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        name = slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
        let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let status: FileStatus?
        do throws(PlatformError) {
            folder = try Directory(opening: parent)
            status = name.isEmpty ? try folder.status() : try folder.status(name)
        } catch {
            throw Self.unusable(path, error.reason)
        }
        switch status?.kind {
        case .directory: throw Self.unusable(path, "it is a folder")
        case .other: throw Self.unusable(path, "it is a device, pipe or socket")
        case .file, .link:
            guard replacing else { throw Self.exists(path) }
        case nil: break
        }
        identity = status?.identity
        self.path = path
        replaces = replacing
        temporary = (name.utf8.count > 200 ? "" : name) + ".assetsync-\(randomToken())"
    }

    func create() throws(PlatformError) -> Descriptor { try folder.createFile(temporary) }

    /// Gives the archive its name.
    ///
    /// - Returns: Its size.
    func settle() throws(ArchiveFailure) -> Int64 {
        do throws(PlatformError) {
            let size = try folder.status(temporary)?.size ?? 0
            if replaces {
                try folder.rename(temporary, to: folder, as: name)
            } else {
                try folder.renameNew(temporary, to: folder, as: name)
            }
            return size
        } catch {
            throw error.exists ? Self.exists(path) : Self.unusable(path, error.reason)
        }
    }

    func discard() {
        // The failure before it is the one to tell.
        try? folder.unlink(temporary)
    }

    private static func exists(_ path: String) -> ArchiveFailure {
        ArchiveFailure(
            exit: .someFailed, code: "archive.exists", summary: "`\(path.printable(limit: 200))` exists already",
            hint: "Name another file, or replace it with `--force`")
    }

    private static func unusable(_ path: String, _ reason: String) -> ArchiveFailure {
        ArchiveFailure(
            exit: .someFailed, code: "archive.output",
            summary: "`\(path.printable(limit: 200))` cannot be written: \(reason)")
    }
}
