import SyncCore
import SyncPlatform

/// The one step that puts a staged tree in place.
struct Swap: Sendable {
    let storage: Storage
    /// Whether this file system can exchange two names in one step.
    let canExchange: Bool

    /// Puts a staged tree at `games/<game>`; the old tree, if any, then lies where it was.
    ///
    /// Readers see the old tree or the new one at every moment where the file system can exchange names; elsewhere the
    /// folder is missing between two renames, and recovery finishes the second.
    ///
    /// - Returns: Whether an old tree now lies at the staged one's place.
    /// - Throws: ``GameProblem`` with nothing changed.
    func perform(_ staged: StagedGame) throws(GameProblem) -> Bool {
        let game = staged.game
        let mayReplace = staged.previous != nil || staged.replacesUntracked
        do {
            let (folder, name) = try staged.place.locate(game, in: storage)
            let source = Source(folder: folder, name: name, aside: staged.place.aside(staged.tree))
            guard let place = try storage.games.status(game.text) else {
                try folder.renameNew(name, to: storage.games, as: game.text)
                return false
            }
            let found = try foreign(place)
            guard mayReplace, found == nil else {
                throw GameProblem(step: .swap, cause: PlanError.replaced(found: found ?? "a folder of somebody else"))
            }
            do {
                try exchange(source, game.text)
            } catch {
                // A folder that its owner may not write cannot be moved to another parent; a tree made by a careless
                // archive is no reason to be stuck.
                guard error.isDenied, place.mode & 0o200 == 0 else { throw error }
                try storage.games.setMode(game.text, place.mode | 0o700)
                try exchange(source, game.text)
            }
            return true
        } catch let problem as GameProblem {
            throw problem
        } catch let error as PlatformError {
            throw GameProblem(step: .swap, cause: error)
        } catch {
            throw GameProblem(step: .swap, cause: RunFailure(stopping: error))
        }
    }

    private func foreign(_ place: FileStatus) throws(PlatformError) -> String? {
        switch place.kind {
        case .link: "a symbolic link"
        case .file: "a file"
        case .other: "a device, pipe or socket"
        case .directory:
            try place.identity.device == storage.games.status().identity.device ? nil : "a mount point"
        }
    }

    private struct Source {
        let folder: Directory
        let name: String
        /// Where the old tree waits, in `tmp`, on a file system without exchange.
        let aside: String
    }

    private func exchange(_ source: Source, _ name: String) throws(PlatformError) {
        if canExchange { return try source.folder.exchange(source.name, with: storage.games, name) }
        try storage.games.rename(name, to: storage.temporary, as: source.aside)
        do {
            try source.folder.renameNew(source.name, to: storage.games, as: name)
        } catch {
            try storage.temporary.renameNew(source.aside, to: storage.games, as: name)
            throw error
        }
        try storage.temporary.renameNew(source.aside, to: source.folder, as: source.name)
    }
}
