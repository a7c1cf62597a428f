import SyncArchive
import SyncCore
import SyncPlatform

/// One pass over a site whose lock is held.
struct PublishingRun: Sendable {
    let packer: SitePacker
    let folder: SiteFolder
    let keys: PublisherKeys
    let control: ArchiveControl
    private let manifest: SiteManifest
    private let record: SiteRecord
    /// The manifest has to be signed anew even if nothing in it changes.
    private let needsSigning: Bool

    /// Reads what is published now. Blocks.
    init(
        _ packer: SitePacker, _ folder: SiteFolder, _ keys: PublisherKeys, _ control: ArchiveControl
    ) throws(ArchiveFailure) {
        self.packer = packer
        self.folder = folder
        self.keys = keys
        self.control = control
        try failing { () throws(PlatformError) in try folder.sweep() }
        if let bytes = try folder.read(SiteFolder.manifestName) {
            manifest = try SiteManifest(reading: bytes)
        } else {
            manifest = SiteManifest()
        }
        // Whoever only prunes leaves the manifest alone.
        needsSigning = packer.changesManifest ? try keys.check(manifest) : false
        guard let bytes = try folder.read(SiteFolder.recordName) else {
            record = SiteRecord()
            return
        }
        guard var record = SiteRecord(parsing: bytes) else {
            throw ArchiveFailure(
                exit: .someFailed, code: "site.record",
                summary: "`\(SiteFolder.recordName)` in the site cannot be read",
                hint: "Restore it, or move it away: then older archives are left alone for ever")
        }
        record.confirm(manifest.names)
        self.record = record
    }

    func run(on lanes: [Lane]) async throws(ArchiveFailure) -> SitePacker.Outcome {
        guard let source = packer.game else {
            return try await lanes[0].run { () throws(ArchiveFailure) in
                var step = Step(self)
                return try step.finish()
            }
        }
        let packed = try await GamePacking(source, folder, control).run(on: lanes) { () throws(ArchiveFailure) in
            try checkFree(source)
        }
        do throws(ArchiveFailure) {
            return try await lanes[0].run { () throws(ArchiveFailure) in
                try control.checkStopped()
                var step = Step(self)
                try step.publish(packed, source)
                return try step.finish()
            }
        } catch {
            await lanes[0].run { packed.discard(in: folder) }
            throw error
        }
    }

    // MARK: - What is taken

    /// What can be refused before anything is packed.
    private func checkFree(_ source: SitePacker.GameSource) throws(ArchiveFailure) {
        if let other = record.clash(with: source.version, of: source.id) {
            throw ArchiveFailure(
                exit: .someFailed, code: "site.clash",
                summary: "`\(other.archiveName.printable())` is the name of \(other.game) \(other.version), too",
                hint: "Choose another version or id")
        }
        guard "\(source.id.text)-\(source.version.text).index.json.gz".utf8.count <= 255 else {
            throw ArchiveFailure(
                exit: .someFailed, code: "site.name",
                summary: "id and version together are too long for the name of a file",
                hint: "Choose a shorter version or id")
        }
        guard source.password != nil, isTaken(source) else { return }
        throw ArchiveFailure(
            exit: .someFailed, code: "site.taken",
            summary:
                "\(source.id) \(source.version) is published already, and an encrypted archive is another each time",
            hint: "Choose another version")
    }

    private func isTaken(_ source: SitePacker.GameSource) -> Bool {
        if let known = record.archive(source.version, of: source.id), known.state != .pending { return true }
        return manifest.offered(source.id)?.version.utf8.elementsEqual(source.version.text.utf8) ?? false
    }

    /// Throws where this version was published with other bytes.
    private func checkContent(_ archive: PublishedArchive, _ found: ArchiveIndex.Archive?) throws(ArchiveFailure) {
        let known = record.archive(archive.version, of: archive.game)
        let isOther = known.map { $0.state != .pending && $0.content != archive.content } ?? false
        let offered = manifest.offered(archive.game)
        let isOffered = offered?.version.utf8.elementsEqual(archive.version.text.utf8) ?? false
        guard !isOther, !isOffered || offered?.sha256 == archive.content.sha256 else {
            throw ArchiveFailure(
                exit: .someFailed, code: "site.taken",
                summary: "\(archive.game) \(archive.version) is published already, with other bytes",
                hint: "Choose another version: caches and machines may have the bytes of this one")
        }
        // A file that no record knows of was put there by somebody else.
        guard known == nil, let found, found != archive.content else { return }
        throw ArchiveFailure(
            exit: .someFailed, code: "site.taken",
            summary: "`\(archive.archiveName.printable())` is in the site already, with other bytes",
            hint: "Choose another version, or remove the file if nobody was told of it")
    }

    // MARK: - Steps

    /// What is changed, in the order in which it may be changed.
    private struct Step {
        let run: PublishingRun
        var manifest: SiteManifest
        var record: SiteRecord
        var outcome = SitePacker.Outcome()

        init(_ run: PublishingRun) {
            self.run = run
            manifest = run.manifest
            record = run.record
        }

        /// Puts archive and index in place, which nobody asks for yet, and the offer into the manifest to be.
        mutating func publish(_ packed: GamePacking.Packed, _ source: SitePacker.GameSource) throws(ArchiveFailure) {
            let archive = packed.archive
            let found = try run.folder.content(archive.archiveName, run.control)
            try run.checkContent(archive, found)
            let known = record.archive(archive.version, of: archive.game)
            if record.newest(of: archive.game).map({ $0.state != .published || !$0.isSame(as: archive) }) ?? true {
                // Bytes that were published once are not free for others, also when this ends here.
                let isTaken = known.map { $0.state != .pending } ?? false
                record.append(archive.with(isTaken ? .published : .pending))
                try write(record)
            }
            if found == archive.content {
                packed.discard(in: run.folder)
            } else {
                if known?.state == .published, found != nil {
                    outcome.warnings.append(
                        "`\(archive.archiveName.printable())` in the site was damaged, and is whole again")
                }
                try run.folder.settle(packed.temporary, as: archive.archiveName)
            }
            if let index = packed.index, try run.folder.content(archive.indexName, run.control)?.sha256 != archive.index
            {
                try run.folder.write(archive.indexName, index)
            }
            outcome.warnings += packed.warnings
            let mode = try failing { () throws(PlatformError) in
                try run.folder.directory.status(archive.archiveName)?.mode
            }
            if let mode, mode & 0o004 == 0 {
                outcome.warnings.append(
                    "files of the site can be read by their owner alone: publish with another umask, or `chmod a+r` them"
                )
            }
            outcome.warnings += manifest.put(run.offer(of: archive))
            outcome.published = packed.published
        }

        /// The manifest, then what is left to do after it.
        mutating func finish() throws(ArchiveFailure) -> SitePacker.Outcome {
            if let game = run.packer.withdrawn {
                guard manifest.withdraw(game) else {
                    throw ArchiveFailure(
                        exit: .someFailed, code: "site.noGame", summary: "the site's manifest offers no game `\(game)`",
                        hint: "It offers \(run.offeredNames)")
                }
                outcome.withdrawn = game
            }
            if run.needsSigning { manifest.touch() }
            // A date alone is no news, unless it is what was asked for.
            let isFresh = run.packer.game == nil && run.packer.changesManifest
            if let lifetime = run.packer.lifetime, manifest.isChanged || isFresh {
                manifest.set(expires: SystemClock.now.advanced(by: lifetime.components.seconds))
            }
            outcome.sequence = manifest.sequence
            if manifest.isChanged { try writeManifest() }
            record.confirm(manifest.names)
            if record != run.record { try writeIfOther(record) }
            try prune()
            return outcome
        }

        private mutating func writeManifest() throws(ArchiveFailure) {
            let now = SystemClock.now
            let (text, sequence) = manifest.next(generated: run.keys.isEmpty ? nil : now, now: now)
            if manifest.games.isEmpty {
                outcome.warnings.append("the manifest offers no game any more, and machines refuse an empty one")
            }
            if let expires = manifest.expires, expires < now {
                outcome.warnings.append(
                    "the manifest has expired at \(expires): change `expires` in it, and publish again")
            }
            if run.manifest.envelope == nil, !run.keys.isEmpty, run.manifest.games.count > 0 {
                outcome.warnings.append("the manifest was not signed before: what else it offers is signed now, too")
            }
            try run.folder.write(SiteFolder.manifestName, run.keys.sign(text))
            outcome.sequence = sequence
            outcome.isChanged = true
        }

        /// Files that no manifest names and that are not among the newest. The record last: what it names may be missing,
        /// what it does not name would stay for ever.
        private mutating func prune() throws(ArchiveFailure) {
            guard let kept = run.packer.kept else { return }
            let mentioned = manifest.mentionedNames
            let gone = record.superseded(keeping: kept, offered: manifest.offeredGames).filter { archive in
                !manifest.names(archive)
                    && !archive.fileNames.contains { mentioned.contains(Array($0.utf8)) }
            }
            guard !gone.isEmpty else { return }
            for name in gone.flatMap(\.fileNames) {
                let freed = try run.folder.remove(name)
                outcome.pruned.append(name)
                outcome.prunedBytes += freed
            }
            record.markPruned(gone)
            try write(record)
        }

        private func write(_ record: SiteRecord) throws(ArchiveFailure) {
            try run.folder.write(SiteFolder.recordName, Array(record.serialized.utf8))
        }

        private func writeIfOther(_ record: SiteRecord) throws(ArchiveFailure) {
            let bytes = Array(record.serialized.utf8)
            if try run.folder.read(SiteFolder.recordName) != bytes { try write(record) }
        }
    }

    private func offer(of archive: PublishedArchive) -> SiteManifest.Offer {
        func url(_ name: String) -> String { (packer.urlBase?.absolute ?? "") + SafeURL.reference(to: name) }
        return SiteManifest.Offer(
            game: archive.game, version: archive.version, url: url(archive.archiveName), content: archive.content,
            index: archive.index.map { (url(archive.indexName), $0) })
    }

    private var offeredNames: String {
        let names = manifest.offeredGames.sorted().prefix(10).map { "`\($0)`" }
        return names.isEmpty ? "none" : names.joined(separator: ", ")
    }
}

extension PublishedArchive {
    func with(_ state: State) -> PublishedArchive {
        PublishedArchive(game: game, version: version, content: content, index: index, state: state)
    }

    /// Whether game, version and bytes are the same, in whatever state.
    func isSame(as other: PublishedArchive) -> Bool {
        isVersion(other.version, of: other.game) && content == other.content && index == other.index
    }
}
