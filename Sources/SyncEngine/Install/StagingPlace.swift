import SyncCore
import SyncPlatform

/// Where a complete tree lies before its swap, and the old one after it.
enum StagingPlace: Sendable, Equatable {
    /// Built in `tmp`, under that name.
    case temporary(String)
    /// A kept version that is rolled back to, by its folder in `versions/<id>/`.
    case kept(folder: String)

    init(_ intent: Intent) {
        let start = Self.keptStart(intent.game)
        // No name in `tmp` has a slash.
        if intent.staging.utf8.starts(with: start.utf8) {
            self = .kept(folder: String(intent.staging.dropFirst(start.count)))
        } else {
            self = .temporary(intent.staging)
        }
    }

    /// As an ``Intent`` records it.
    func text(of game: GameID) -> String {
        switch self {
        case .temporary(let name): name
        case .kept(let folder): Self.keptStart(game) + folder
        }
    }

    private static func keptStart(_ game: GameID) -> String { "versions/\(game.text)/" }

    /// The folder in `versions/<id>/` that the new tree leaves; nil where it was built anew.
    var taken: String? {
        switch self {
        case .temporary: nil
        case .kept(let folder): folder
        }
    }

    /// The name in `tmp` under which the old tree waits between two renames on a file system without exchange.
    func aside(_ tree: InstalledTree) -> String {
        switch self {
        case .temporary(let name): "\(name).aside"
        case .kept: "back-\(tree.receiptToken).aside"
        }
    }

    /// The folder that holds it, open, and its name there.
    func locate(_ game: GameID, in storage: Storage) throws(PlatformError) -> (folder: Directory, name: String) {
        switch self {
        case .temporary(let name): (storage.temporary, name)
        case .kept(let folder): (try storage.versions.directory(game.text), folder)
        }
    }
}
