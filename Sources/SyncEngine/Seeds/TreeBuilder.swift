import Glibc
import SyncArchive
import SyncCore
import SyncPlatform
import Synchronization

/// Builds the tree that a receipt describes, of files that are on this machine: each from the same path of an older
/// tree where it is whole there, else from any seed with its SHA-256.
///
/// Every byte that enters it is hashed after it was copied, so a damaged source is no source.
struct TreeBuilder: Sendable {
    let receipt: Receipt
    /// What is to be repaired; nil when it is gone.
    let old: Directory?
    let seeds: Seeds
    /// Empty, and not seen by anybody yet.
    let target: Directory
    let team: LaneTeam
    let progress: @Sendable (_ done: Int64) -> Void

    /// Returns false when some file is nowhere on this machine, or the receipt describes no tree; what was built by then
    /// is of no use.
    ///
    /// - Throws: ``PlatformError`` when the new tree cannot be written; `CancellationError`.
    func build() async throws -> Bool {
        do {
            return try await buildAll()
        } catch let error as PlatformError {
            // Nobody else makes names in the new tree: a receipt that names one twice, or no folder for one, is damaged.
            guard error.exists || error.isElsewhere else { throw error }
            return false
        }
    }

    private func buildAll() async throws -> Bool {
        let run = Run()
        let files = receipt.entries.indices.filter { if case .file = receipt.entries[$0].kind { true } else { false } }
        try await team.lanes[0].run { [self] () throws(PlatformError) in try makeFolders() }
        let suspects = await team.lanes[0].run { [self] in Set(files.filter { isVisiblyBad(receipt.entries[$0]) }) }
        // What is known to be missing comes first: where it is not found, nothing else need be copied.
        try await place(files.filter { suspects.contains($0) }, run, usesOld: false)
        try await place(files.filter { !suspects.contains($0) }, run, usesOld: true)
        let (error, isIncomplete) = run.state.withLock { ($0.error, $0.isIncomplete) }
        if let error { throw error }
        guard !isIncomplete else { return false }
        try await team.lanes[0].run { [self] () throws(PlatformError) in
            try makeLinks()
            try setFolderModes()
        }
        return true
    }

    /// How far it is, and why it ends early.
    private final class Run: Sendable {
        struct State {
            var isIncomplete = false
            var error: PlatformError?
            var done: Int64 = 0
        }

        let state = Mutex(State())
        var isOver: Bool { state.withLock { $0.isIncomplete || $0.error != nil } }
    }

    /// What each lane works with.
    private final class Tools {
        let hasher = FileHasher()
        let source: DirectoryCursor?
        let target: DirectoryCursor

        init(_ builder: TreeBuilder) {
            source = builder.old.map(DirectoryCursor.init)
            target = DirectoryCursor(builder.target)
        }
    }

    // MARK: - Files

    private func place(_ files: [Int], _ run: Run, usesOld: Bool) async throws(CancellationError) {
        // Neighbours together, the largest pieces first.
        var pieces: [(bytes: Int64, files: [Int])] = []
        for index in files {
            let size = receipt.entries[index].size
            if let last = pieces.last, last.bytes + size <= 8 << 20, last.files.count < 256 {
                pieces[pieces.count - 1].files.append(index)
                pieces[pieces.count - 1].bytes += size
            } else {
                pieces.append((size, [index]))
            }
        }
        let work = pieces.sorted { $0.bytes > $1.bytes }.map(\.files)
        try await team.share(work.count, with: { Tools(self) }) { [self] piece, tools in
            for index in work[piece] {
                guard !run.isOver, !team.flag.isUp else { return }
                do throws(PlatformError) {
                    let isPlaced = try place(receipt.entries[index], tools, usesOld: usesOld)
                    let done = run.state.withLock { state in
                        if !isPlaced { state.isIncomplete = true }
                        state.done += receipt.entries[index].size
                        return state.done
                    }
                    progress(done)
                } catch {
                    run.state.withLock { $0.error = $0.error ?? error }
                }
            }
        }
    }

    private func place(_ entry: Receipt.Entry, _ tools: Tools, usesOld: Bool) throws(PlatformError) -> Bool {
        guard case .file(_, let sha256) = entry.kind else { return true }
        let (folder, name) = try tools.target.place(entry.path)
        let file = try folder.openFile(name, flags: O_RDWR | O_CREAT | O_EXCL, mode: entry.mode | 0o600)
        let isPlaced: Bool
        if entry.size == 0 {
            isPlaced = sha256 == Digest.emptySHA256
        } else if usesOld, let source = openOld(entry, tools), try fill(file, from: source, entry, tools) {
            isPlaced = true
        } else {
            isPlaced = try seeds.first(of: sha256) { (source) throws(PlatformError) in
                try fill(file, from: source, entry, tools)
            }
        }
        guard isPlaced else { return false }
        if try file.status().mode & 0o7777 != entry.mode { try file.setMode(entry.mode, path: entry.path) }
        return true
    }

    private func openOld(_ entry: Receipt.Entry, _ tools: Tools) -> Descriptor? {
        // What cannot be opened is taken from elsewhere.
        guard let (folder, name) = try? tools.source?.place(entry.path), let file = try? folder.openRegular(name)
        else { return nil }
        return file
    }

    /// Makes the file a copy of the source; false when that is not what was looked for.
    private func fill(
        _ file: borrowing Descriptor, from source: borrowing Descriptor, _ entry: Receipt.Entry, _ tools: Tools
    ) throws(PlatformError) -> Bool {
        guard case .file(let size, let sha256) = entry.kind, let status = try? source.status(), status.kind == .file,
            status.size == size
        else { return false }
        try file.empty(path: entry.path)
        let isStopped = { team.flag.isUp }
        guard try source.copyContent(to: file, path: entry.path, until: isStopped) else { return false }
        let found = try tools.hasher.digest(of: file, path: entry.path, until: isStopped)
        guard let found, found.bytes == size, found.digest == sha256 else { return false }
        file.setModified(status.modifiedNanoseconds)
        return true
    }

    /// Whether it is not worth reading.
    private func isVisiblyBad(_ entry: Receipt.Entry) -> Bool {
        guard let old, let status = try? old.status(entry.path) else { return true }
        return status.kind != .file || status.size != entry.size
    }

    // MARK: - Folders and links

    private func makeFolders() throws(PlatformError) {
        let cursor = DirectoryCursor(target)
        for entry in folders {
            let (parent, name) = try cursor.place(entry.path)
            try parent.makeNewDirectory(name, mode: 0o700)
        }
    }

    private func makeLinks() throws(PlatformError) {
        let cursor = DirectoryCursor(target)
        for entry in receipt.entries {
            guard case .link(let destination) = entry.kind else { continue }
            let (folder, name) = try cursor.place(entry.path)
            try folder.makeLink(name, target: destination)
        }
    }

    /// Innermost first: the mode of an outer one may forbid to look for the inner ones.
    private func setFolderModes() throws(PlatformError) {
        let cursor = DirectoryCursor(target)
        for entry in folders.reversed() {
            let (parent, name) = try cursor.place(entry.path)
            try parent.setMode(name, entry.mode)
        }
    }

    /// Each after the one that holds it.
    private var folders: [Receipt.Entry] {
        receipt.entries.filter { $0.kind == .folder }.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }
}
