public import SyncPlatform
import Synchronization

extension Archive {
    /// Unpacks into an empty folder: folders first, then files spread over the lanes, then symlinks.
    ///
    /// Each file's CRC-32 is checked and its SHA-256 computed, unless nobody wants it, in the same pass. Nothing is flushed. After an error the
    /// folder holds a part of the archive and is to be removed.
    ///
    /// - Parameters:
    ///   - directory: Empty; everything is made relative to its descriptor.
    ///   - lanes: At least one. Several archives may be unpacked on the same lanes at once.
    ///   - hashes: Whether the SHA-256 of the files is wanted; without it there is none in what is returned.
    ///   - control: To watch and to stop it.
    ///   - chosen: Which entries to unpack; all by default.
    /// - Returns: Everything that was made, by path, the folders included.
    /// - Throws: ``ArchiveError``, with the entry's name where it is about one; a full disk is
    ///   ``ArchiveError/platform(entry:_:)``.
    public func extract(
        into directory: Directory, on lanes: [Lane], hashes: Bool = true,
        control: ExtractionControl = ExtractionControl(),
        choosing chosen: (ArchiveEntry) -> Bool = { _ in true }
    ) async throws(ArchiveError) -> [ExtractedFile] {
        precondition(!lanes.isEmpty, "extraction needs a lane")
        let plan = ExtractionPlan(tree, chosen: chosen)
        try checkPassword(plan)
        let run = ExtractionRun(self, plan, into: directory, laneCount: lanes.count, hashes: hashes, control: control)
        let home = lanes[Self.nextLane.add(1, ordering: .relaxed).oldValue % lanes.count]
        // A small archive is done by one lane: handing it round would cost more than it saves.
        if plan.totalBytes <= Self.smallArchive, plan.count <= Self.smallCount {
            return try await home.run { () throws(ArchiveError) in
                let stage = try ExtractionStage(run)
                run.work()
                return try stage.finish()
            }
        }
        let stage = try await home.run { () throws(ArchiveError) in try ExtractionStage(run) }
        await run.unpack(on: lanes)
        return try await home.run { () throws(ArchiveError) in try stage.finish() }
    }

    private static let smallArchive: Int64 = 512 << 10
    private static let smallCount = 64
    private static let nextLane = Atomic(0)

    /// Encrypted entries without a password are refused before anything is written.
    private func checkPassword(_ plan: ExtractionPlan) throws(ArchiveError) {
        guard options.password == nil else { return }
        for batch in plan.batches + [plan.links[...]] {
            for index in batch where entries[index].isEncrypted {
                throw .entry(entryText(entries[index].path), .passwordRequired)
            }
        }
    }
}

/// What comes before the files and after them.
struct ExtractionStage: Sendable {
    private let run: ExtractionRun
    private let folders: FolderTree
    private let links: LinkMaker

    /// Judges the links and makes the folders.
    init(_ run: ExtractionRun) throws(ArchiveError) {
        self.run = run
        var reader = try EntryReader(run.archive, oneOf: run.laneCount)
        links = try LinkMaker(run.archive, run.plan, &reader)
        for folder in run.plan.folders {
            if let entry = folder.entry { try reader.checkHeader(run.archive.entries[entry]) }
        }
        var folders = FolderTree(run.archive, in: run.root)
        try folders.make(run.plan.folders)
        self.folders = folders
    }

    /// Makes the links and finishes the folders, if all files went well.
    func finish() throws(ArchiveError) -> [ExtractedFile] {
        var made = try run.outcome()
        made += try links.make(in: run.root)
        made += try folders.finish()
        made.sort { PathOrder.precedes($0.path, $1.path) }
        return made
    }
}
