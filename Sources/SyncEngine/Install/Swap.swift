import SyncCore
import SyncPlatform

/// The one step that puts a staged tree in place.
struct Swap: Sendable {
    let storage: Storage
    /// Whether this file system can exchange two names in one step.
    let canExchange: Bool

    /// Puts `tmp/<staging>` at `games/<game>`; the old tree, if any, then has the staging's name.
    ///
    /// Readers see the old tree or the new one at every moment where the file system can exchange names; elsewhere the
    /// folder is missing between two renames, and recovery finishes the second.
    ///
    /// - Parameters:
    ///   - staging: A complete tree in `tmp`.
    ///   - game: Whose place it takes.
    ///   - mayReplace: Whether a folder that stands there may be moved out.
    /// - Returns: Whether an old tree now lies at `tmp/<staging>`.
    /// - Throws: ``GameProblem`` with nothing changed.
    func perform(_ staging: String, _ game: GameID, mayReplace: Bool) throws(GameProblem) -> Bool {
        do {
            guard let place = try storage.games.status(game.text) else {
                try storage.temporary.renameNew(staging, to: storage.games, as: game.text)
                return false
            }
            let found = try foreign(place)
            guard mayReplace, found == nil else {
                throw GameProblem(step: .swap, cause: PlanError.replaced(found: found ?? "a folder of somebody else"))
            }
            do {
                try exchange(staging, game.text)
            } catch {
                // A folder that its owner may not write cannot be moved to another parent; a tree made by a careless
                // archive is no reason to be stuck.
                guard error.isDenied, place.mode & 0o200 == 0 else { throw error }
                try storage.games.setMode(game.text, place.mode | 0o700)
                try exchange(staging, game.text)
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

    private func exchange(_ staging: String, _ name: String) throws(PlatformError) {
        if canExchange { return try storage.temporary.exchange(staging, with: storage.games, name) }
        let aside = Self.aside(staging)
        try storage.games.rename(name, to: storage.temporary, as: aside)
        do {
            try storage.temporary.renameNew(staging, to: storage.games, as: name)
        } catch {
            try storage.temporary.renameNew(aside, to: storage.games, as: name)
            throw error
        }
        try storage.temporary.renameNew(aside, to: storage.temporary, as: staging)
    }

    /// Where the old tree waits between the two renames on a file system without exchange.
    static func aside(_ staging: String) -> String { "\(staging).aside" }
}
