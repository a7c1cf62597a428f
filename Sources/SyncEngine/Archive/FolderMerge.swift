import SyncArchive
import SyncCore
import SyncPlatform

/// Moves a staged tree into a folder that is there, name by name, each with one rename: what was there under a name is
/// kept in the staging until all is done, so that a failure on the way is undone.
///
/// Nothing is followed: a folder is entered only where it is one in both trees, by descriptors, and a link gives way as
/// itself.
struct FolderMerge {
    private let staged: Directory
    private let target: Directory
    private let replacing: Bool
    private let stagedFolders: DirectoryCursor
    private let targetFolders: DirectoryCursor
    private var moves: [Move] = []
    /// How many files and links of the target gave way.
    var replaced: Int { moves.count { $0.old != nil } }

    private struct Move {
        /// Relative to both tops; empty for these themselves.
        let folder: String
        let name: String
        let new: TreeIdentity?
        /// Of what has the name in the target; nil where nothing has.
        let old: TreeIdentity?

        var path: String { folder.isEmpty ? name : "\(folder)/\(name)" }
    }

    init(of staged: Directory, into target: Directory, replacing: Bool) {
        self.staged = staged
        self.target = target
        self.replacing = replacing
        stagedFolders = DirectoryCursor(staged)
        targetFolders = DirectoryCursor(target)
    }

    /// Finds out what has to be moved, and refuses what cannot be.
    mutating func plan() throws(ArchiveFailure) {
        let device = try failing { () throws(PlatformError) in try staged.status().identity.device }
        var folders = [""]
        while let folder = folders.popLast() {
            for (path, move, new, old) in try failing({ () throws(PlatformError) in try names(in: folder) }) {
                switch (new?.kind, old?.kind) {
                case (_, nil): moves.append(move)
                case (.directory, .directory):
                    guard old?.identity.device == device else { throw conflict(path, "a mount point") }
                    // Of what is staged only the content is used, and it has to be moved out.
                    try failing { () throws(PlatformError) in try pair(at: folder).staged.setMode(move.name, 0o700) }
                    folders.append(path)
                case (.file, .file), (.file, .link), (.link, .file), (.link, .link):
                    guard replacing else { throw conflict(path, Self.word(old?.kind)) }
                    moves.append(move)
                default: throw conflict(path, Self.word(old?.kind))
                }
            }
        }
    }

    private func names(
        in folder: String
    ) throws(PlatformError) -> [(path: String, move: Move, new: FileStatus?, old: FileStatus?)] {
        let pair = try pair(at: folder)
        var found: [(path: String, move: Move, new: FileStatus?, old: FileStatus?)] = []
        for name in try pair.staged.names().sorted() {
            let (new, old) = (try pair.staged.status(name), try pair.target.status(name))
            let move = Move(folder: folder, name: name, new: new?.identity, old: old?.identity)
            found.append((move.path, move, new, old))
        }
        return found
    }

    /// Makes the moves, or undoes those it has made.
    func perform(_ control: ArchiveControl) throws(ArchiveFailure) {
        for index in moves.indices {
            do throws(ArchiveFailure) {
                try control.checkStopped()
                try make(moves[index])
            } catch {
                try undo(moves[..<index], failed: moves[index], error)
                throw error
            }
        }
    }

    private func make(_ move: Move) throws(ArchiveFailure) {
        do throws(PlatformError) {
            let pair = try pair(at: move.folder)
            guard let old = move.old else { return try pair.staged.move(move.name, to: pair.target) }
            try pair.exchange(move.name)
            do throws(PlatformError) {
                if try pair.staged.status(move.name)?.identity == old { return }
            } catch {
                try pair.exchange(move.name)
                throw error
            }
            // Others have put something there since it was looked at, and that is not ours to replace.
            try pair.exchange(move.name)
        } catch {
            throw notPlaced(move, error.reason, exit: error.isFull ? .diskFull : .someFailed)
        }
        throw notPlaced(move, "it has changed meanwhile", exit: .someFailed)
    }

    private func notPlaced(_ move: Move, _ reason: String, exit: ExitStatus) -> ArchiveFailure {
        ArchiveFailure(
            exit: exit, code: "extract.notPlaced", summary: "`\(text(move))` could not be put in place: \(reason)",
            entry: move.path.printable(limit: 200))
    }

    private func undo(
        _ made: ArraySlice<Move>, failed: Move, _ cause: ArchiveFailure
    ) throws(ArchiveFailure) {
        // The move that failed may have got half way.
        var left = isUndone(failed) ? nil : failed
        for move in made.reversed() {
            do throws(PlatformError) {
                let pair = try pair(at: move.folder)
                if move.old != nil {
                    try pair.exchange(move.name)
                } else {
                    try pair.target.move(move.name, to: pair.staged)
                }
            } catch {
                left = move
            }
        }
        guard let left else { return }
        throw ArchiveFailure(
            exit: cause.exit, code: ArchiveFailure.notUndone,
            summary: "\(cause.summary); `\(text(left))` could not be put back",
            hint: "What was there before is kept in `\(staged.realPath.printable())`", entry: cause.entry)
    }

    /// Whether what is new is in the staging, and in the target is something where something was.
    private func isUndone(_ move: Move) -> Bool {
        do throws(PlatformError) {
            let pair = try pair(at: move.folder)
            let (new, old) = (try pair.staged.status(move.name), try pair.target.status(move.name))
            return new?.identity == move.new && (old == nil) == (move.old == nil)
        } catch {
            return false
        }
    }

    private func pair(at folder: String) throws(PlatformError) -> FolderPair {
        FolderPair(
            staged: try stagedFolders.directory(folder[...]), target: try targetFolders.directory(folder[...]))
    }

    private func text(_ move: Move) -> String { "\(target.path)/\(move.path)".printable(limit: 400) }

    private func conflict(_ path: String, _ found: String) -> ArchiveFailure {
        ArchiveFailure(
            exit: .someFailed, code: "extract.conflict",
            summary:
                "entry `\(path.printable(limit: 200))`: in `\(target.path.printable(limit: 200))` it is \(found) already",
            hint: replacing ? "Move that away, or name a new folder" : "Use `--overwrite` to replace it",
            entry: path.printable(limit: 200))
    }

    private static func word(_ kind: FileStatus.Kind?) -> String {
        switch kind {
        case .directory: "a folder"
        case .file: "a file"
        case .link: "a symbolic link"
        case .other, nil: "a device, pipe or socket"
        }
    }
}

/// The same folder in both trees.
private struct FolderPair {
    let staged: Directory
    let target: Directory

    /// What is staged and what is there change places.
    func exchange(_ name: String) throws(PlatformError) {
        do throws(PlatformError) {
            try staged.exchange(name, with: target, name)
        } catch {
            // A file system that cannot do it in one step: for a moment the name is missing.
            guard error.isUnsupported else { throw error }
            let aside = ".assetsync-\(randomToken())"
            try target.renameNew(name, to: staged, as: aside)
            do throws(PlatformError) {
                try staged.renameNew(name, to: target, as: name)
            } catch {
                try staged.renameNew(aside, to: target, as: name)
                throw error
            }
            try staged.renameNew(aside, to: staged, as: name)
        }
    }
}

extension Directory {
    /// Renames to where the name is free, also a folder that its owner may not write: moving changes what it says of the
    /// folder above it.
    fileprivate func move(_ name: String, to other: Directory) throws(PlatformError) {
        do throws(PlatformError) {
            try renameNew(name, to: other, as: name)
        } catch {
            guard error.isDenied, let status = try status(name), status.kind == .directory, status.mode & 0o200 == 0
            else { throw error }
            try setMode(name, status.mode | 0o700)
            try renameNew(name, to: other, as: name)
            do throws(PlatformError) {
                try other.setMode(name, status.mode)
            } catch {
                try other.renameNew(name, to: self, as: name)
                throw error
            }
        }
    }
}
