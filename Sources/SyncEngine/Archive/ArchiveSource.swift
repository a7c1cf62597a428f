import Glibc
import SyncArchive
import SyncCore
import SyncPlatform

/// An archive that somebody named, and how to read it.
public struct ArchiveSource: Sendable {
    public var path: String
    public var password: String?
    /// `auto`, or a name that `iconv -l` lists.
    public var nameEncoding = "auto"
    /// Only entries that one of them matches; all when empty.
    public var only: [EntryGlob] = []

    public init(path: String) { self.path = path }

    /// What it holds, as its central directory says; no entry is unpacked.
    ///
    /// - Throws: ``ArchiveFailure``, also where a glob matches nothing.
    public func list() async throws(ArchiveFailure) -> ArchiveListing {
        try await Lane("archive").run { () throws(ArchiveFailure) in
            let archive = try open()
            let chosen = try chosen(in: archive)
            return ArchiveListing(
                entries: archive.entries.filter(chosen).map(ArchiveListing.Entry.init), warnings: archive.warnings)
        }
    }

    /// Opens it and checks its central directory. Blocks.
    func open() throws(ArchiveFailure) -> Archive {
        // Not to wait for a writer where the name is a pipe's.
        let raw = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard raw >= 0 else { throw unreadable(errorText(errno)) }
        let file = Descriptor(owning: raw)
        switch try failing({ () throws(PlatformError) in try file.status().kind }) {
        case .file: break
        case .directory: throw unreadable("it is a folder")
        case .link, .other: throw unreadable("it is not a regular file")
        }
        var options = ArchiveOptions(nameEncoding: nameEncoding)
        options.password = password.map { Array($0.utf8) }
        do throws(ArchiveError) {
            return try Archive(file, path: path, options: options)
        } catch {
            throw ArchiveFailure(error, archive: path)
        }
    }

    /// Which entries are wanted.
    func chosen(in archive: Archive) throws(ArchiveFailure) -> @Sendable (ArchiveEntry) -> Bool {
        let globs = only
        guard !globs.isEmpty else { return { _ in true } }
        for glob in globs {
            guard !archive.entries.contains(where: { glob.matches($0.path, isFolder: $0.kind == .directory) }) else {
                continue
            }
            throw ArchiveFailure(
                exit: .someFailed, code: "archive.noMatch",
                summary: "`\(path.printable(limit: 200))`: no entry matches `\(glob.text.printable(limit: 200))`",
                hint: "`assetsync extract --list` shows what the archive holds")
        }
        return { entry in globs.contains { $0.matches(entry.path, isFolder: entry.kind == .directory) } }
    }

    private func unreadable(_ reason: String) -> ArchiveFailure {
        ArchiveFailure(
            exit: .someFailed, code: "archive.unreadable",
            summary: "`\(path.printable(limit: 200))` cannot be read: \(reason)")
    }
}
