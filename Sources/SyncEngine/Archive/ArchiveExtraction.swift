import SyncArchive
import SyncCore
import SyncPlatform

/// Unpacks an archive into a folder by hand: without configuration, state or lock.
///
/// Everything is unpacked and checked in a staging folder first. A new folder then appears in one step, complete. A
/// folder that is there stays what it is and gets the files one by one, each in one step; when that fails on the way,
/// or is stopped, the moves are undone. Only a process that is killed meanwhile leaves a mixture, each file of it whole,
/// and beside it the staging with what gave way.
public struct ArchiveExtraction: Sendable {
    public var source: ArchiveSource
    public var folder: String
    /// Whether the folder may hold files already, and those that are in the archive too are replaced.
    public var overwrites = false

    public init(_ source: ArchiveSource, into folder: String) {
        self.source = source
        self.folder = folder
    }

    /// What was made.
    public struct Outcome: Sendable, Equatable {
        public let files: Int
        /// Those that no entry names included.
        public let folders: Int
        public let links: Int
        /// Of the files.
        public let bytes: Int64
        /// Files and links that were there before and gave way.
        public let replaced: Int
        /// What a person should know though it is no error.
        public let warnings: [String]
    }

    /// - Throws: ``ArchiveFailure`` for the first thing that is wrong, with the folder as it was before.
    public func run(_ control: ArchiveControl = ArchiveControl()) async throws(ArchiveFailure) -> Outcome {
        let lanes = (0..<usableProcessors()).map { Lane("extract-\($0)") }
        let prepared = try await lanes[0].run { () throws(ArchiveFailure) in try prepare(control) }
        let staging = prepared.staging
        do throws(ArchiveFailure) {
            let made = try await unpack(prepared, on: lanes, control)
            let replaced = try await lanes[0].run { [overwrites] () throws(ArchiveFailure) in
                try staging.settle(replacing: overwrites, control: control)
            }
            let left = await discarded(staging, on: lanes[0], afterFailure: false)
            return Outcome(
                files: made.count { $0.kind == .file }, folders: made.count { $0.kind == .directory },
                links: made.count { $0.kind == .link }, bytes: made.reduce(0) { $0 + $1.size }, replaced: replaced,
                warnings: prepared.archive.warnings + (left.map { [$0] } ?? []))
        } catch {
            // The staging then holds what was there before.
            guard error.code != ArchiveFailure.notUndone else { throw error }
            guard let left = await discarded(staging, on: lanes[0], afterFailure: true) else { throw error }
            throw ArchiveFailure(
                exit: error.exit, code: error.code, summary: "\(error.summary); \(left)", hint: error.hint,
                entry: error.entry)
        }
    }

    /// Removes the staging, or says why it is still there.
    private func discarded(_ staging: ExtractionStaging, on lane: Lane, afterFailure: Bool) async -> String? {
        await lane.run {
            do throws(PlatformError) {
                try staging.discard(afterFailure: afterFailure)
                return nil
            } catch {
                return "`\(staging.path.printable())` could not be removed: \(error.reason)"
            }
        }
    }

    private struct Prepared: Sendable {
        let archive: Archive
        let chosen: @Sendable (ArchiveEntry) -> Bool
        let staging: ExtractionStaging
    }

    /// Everything that can be said without unpacking is said before anything is made.
    private func prepare(_ control: ArchiveControl) throws(ArchiveFailure) -> Prepared {
        let target = try ExtractionTarget(folder, mayHoldFiles: overwrites)
        let archive = try source.open()
        let chosen = try source.chosen(in: archive)
        try control.checkStopped()
        let staging = try failing { () throws(PlatformError) in try ExtractionStaging(for: target) }
        return Prepared(archive: archive, chosen: chosen, staging: staging)
    }

    private func unpack(
        _ prepared: Prepared, on lanes: [Lane], _ control: ArchiveControl
    ) async throws(ArchiveFailure) -> [ExtractedFile] {
        // Cannot overflow: the reader has bounded the sum of all.
        let bytes = prepared.archive.entries.reduce(0) { $0 + (prepared.chosen($1) ? $1.size : 0) }
        try prepared.staging.checkSpace(for: bytes)
        do throws(ArchiveError) {
            return try await prepared.archive.extract(
                into: prepared.staging.tree, on: lanes, hashes: false, control: control.extraction,
                choosing: prepared.chosen)
        } catch {
            throw ArchiveFailure(error, archive: source.path)
        }
    }
}
