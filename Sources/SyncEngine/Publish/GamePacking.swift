import SyncArchive
import SyncCore
import SyncCrypto
import SyncPlatform

/// Packs a game's folder into a temporary file of the site.
struct GamePacking: Sendable {
    private let source: SitePacker.GameSource
    private let folder: SiteFolder
    private let control: ArchiveControl

    init(_ source: SitePacker.GameSource, _ folder: SiteFolder, _ control: ArchiveControl) {
        self.source = source
        self.folder = folder
        self.control = control
    }

    /// What was packed, complete and flushed under a temporary name.
    struct Packed: Sendable {
        let archive: PublishedArchive
        let published: SitePacker.Published
        let temporary: String
        /// In gzip.
        let index: [UInt8]?
        let warnings: [String]

        /// Removes the temporary file, if it is still there.
        func discard(in folder: SiteFolder) {
            // What went wrong before it is the one to tell, and the next publisher sweeps.
            try? folder.directory.unlink(temporary)
        }
    }

    /// Packs on all of the lanes, of which there is one at least. `check` refuses before the long part of the work.
    func run(
        on lanes: [Lane], after check: @escaping @Sendable () throws(ArchiveFailure) -> Void
    ) async throws(ArchiveFailure) -> Packed {
        let temporary = folder.newTemporaryName()
        let (writer, warnings) = try await lanes[0].run { () throws(ArchiveFailure) in
            try check()
            return try collected()
        }
        do throws(ArchiveFailure) {
            try control.checkStopped()
            let written = try await write(writer, to: temporary, on: lanes)
            return try await lanes[0].run { () throws(ArchiveFailure) in
                try finish(written, temporary, warnings)
            }
        } catch {
            // As in `discard(in:)`.
            await lanes[0].run { try? folder.directory.unlink(temporary) }
            throw error
        }
    }

    private func collected() throws(ArchiveFailure) -> (ArchiveWriter, warnings: [String]) {
        do throws(ArchiveError) {
            var members = try ArchiveMember.tree(try opened())
            let unused = source.excluded.filter { glob in
                !members.contains { glob.matches($0.path, isFolder: $0.isFolder) }
            }
            members.removeAll { member in
                source.excluded.contains { $0.matches(member.path, isFolder: member.isFolder) }
            }
            let options = WriterOptions(
                level: source.level, password: source.password.map { Array($0.utf8) }, flushes: true)
            let writer = try ArchiveWriter(members, options: options)
            var warnings = PublishingAdvice(writer.members).warnings
            warnings += unused.map { "`--exclude \($0.text.printable(limit: 200))` leaves nothing out" }
            return (writer, warnings)
        } catch {
            throw failure(error)
        }
    }

    private func opened() throws(ArchiveError) -> Directory {
        do throws(PlatformError) { return try Directory(opening: source.folder) } catch {
            throw .platform(entry: nil, error)
        }
    }

    private func write(
        _ writer: ArchiveWriter, to temporary: String, on lanes: [Lane]
    ) async throws(ArchiveFailure) -> [WrittenEntry] {
        let file: Descriptor
        do throws(PlatformError) { file = try folder.directory.createFile(temporary) } catch {
            throw ArchiveFailure(error)
        }
        do throws(ArchiveError) {
            return try await writer.write(to: file, path: temporary, on: lanes, control: control.extraction)
        } catch {
            throw failure(error)
        }
    }

    private func finish(
        _ written: [WrittenEntry], _ temporary: String, _ warnings: [String]
    ) throws(ArchiveFailure) -> Packed {
        guard let content = try folder.content(temporary, control) else {
            throw ArchiveFailure(
                exit: .someFailed, code: "site.lost", summary: "the new archive was removed while it was written",
                hint: "Let nothing but `assetsync pack` work in the site")
        }
        var warnings = warnings
        var index: [UInt8]?
        if source.password != nil {
            warnings.append("the archive is encrypted and has no index: updates fetch all of it")
        } else if written.count > ArchiveIndex.mostEntries {
            warnings.append(
                "there are more than \(ArchiveIndex.mostEntries) entries and so no index: updates fetch the whole archive"
            )
        } else {
            do throws(ArchiveError) {
                index = try ArchiveIndex(written, archive: content).gzipped
            } catch {
                throw failure(error)
            }
        }
        let archive = PublishedArchive(
            game: source.id, version: source.version, content: content, index: index.map { Digest(sha256Of: $0) },
            state: .pending)
        let published = SitePacker.Published(
            id: source.id, version: source.version, archive: archive.archiveName,
            index: index == nil ? nil : archive.indexName, sha256: content.sha256,
            content: PackedContent(written, archiveBytes: content.size))
        return Packed(
            archive: archive, published: published, temporary: temporary, index: index, warnings: warnings)
    }

    private func failure(_ error: ArchiveError) -> ArchiveFailure {
        guard error != .noFiles else {
            return ArchiveFailure(
                exit: .someFailed, code: "archive.noFiles",
                summary: "there are no files in `\(source.folder.printable(limit: 200))` to pack")
        }
        return ArchiveFailure(error, archive: source.folder)
    }
}

extension ArchiveMember {
    var isFolder: Bool {
        if case .folder = content { true } else { false }
    }
}
