import SyncCore
import SyncPlatform

/// The folders that assetsync owns, open. Trees move between them by rename, so all lie on one file system.
struct Storage: Sendable {
    /// What consumers read.
    let games: Directory
    /// Partial downloads and staging trees; anything in it may be deleted while no run is active.
    let temporary: Directory
    /// `versions/<id>/<version>`: earlier versions kept for rollback.
    let versions: Directory
    /// What each installed tree was, outside the served trees.
    let receipts: Directory
    /// What holds the three.
    private let area: Directory

    /// Opens them for a run, making what is missing.
    init(preparing layout: Layout) throws {
        games = try Self.gamesFolder(layout.games)
        area = try Directory.creating(layout.area)
        temporary = try area.makeDirectory("tmp")
        versions = try area.makeDirectory("versions")
        receipts = try area.makeDirectory("receipts")
        let home = try games.status().identity.device
        for folder in [temporary, versions, receipts] where try folder.status().identity.device != home {
            throw StorageError.otherFileSystem(games: layout.games.printable(), other: folder.path.printable())
        }
        guard games.isWritable else { throw StorageError.gamesNotWritable(layout.games.printable()) }
        for folder in [temporary, versions, receipts] where !folder.isWritable {
            throw StorageError.notWritable(folder.path.printable())
        }
    }

    private static func gamesFolder(_ path: String) throws -> Directory {
        do throws(PlatformError) {
            return try Directory.creating(path)
        } catch {
            guard error.isDenied || error.isReadOnlyFileSystem else { throw error }
            throw StorageError.gamesNotWritable(path.printable())
        }
    }

    /// Whether two folders can change places in one step here. Tried on two folders of its own.
    func probeExchange() throws(PlatformError) -> Bool {
        let left = "probe-\(randomToken())"
        let right = "probe-\(randomToken())"
        try temporary.makeNewDirectory(left)
        defer { try? temporary.removeTree(left) }  // Swept with tmp by the next run otherwise.
        try temporary.makeNewDirectory(right)
        defer { try? temporary.removeTree(right) }
        do throws(PlatformError) {
            try temporary.exchange(left, with: temporary, right)
            try area.removeTree(Self.noExchangeName)
            return true
        } catch {
            guard error.isUnsupported else { throw error }
            try area.writeFile(Self.noExchangeName, with: "", flush: false)
            return false
        }
    }

    /// A file of this name is there while the file system cannot exchange two names, for `status` to say so.
    private static let noExchangeName = "no-exchange"

    static func saysNoExchange(_ area: Directory) -> Bool { ((try? area.status(noExchangeName)) ?? nil) != nil }
}

/// Why the folders cannot be used; the whole run stops.
enum StorageError: Diagnostic, Equatable {
    case otherFileSystem(games: String, other: String)
    case gamesNotWritable(String)
    case notWritable(String)
    case notAFolder(String)

    var code: String { "storage" }
    var summary: String {
        switch self {
        case .otherFileSystem(let games, let other): "`\(games)` and `\(other)` are on different file systems"
        case .gamesNotWritable(let path): "the games folder `\(path)` is not writable"
        case .notWritable(let path): "the folder `\(path)` is not writable"
        case .notAFolder(let path): "`root = \"\(path)\"` cannot be a folder: a file is in its way"
        }
    }
    var hint: String? {
        switch self {
        case .otherFileSystem(let games, _):
            "Set `games_dir = \"\(games)\"`: assetsync then keeps its own folders inside it, on the same file system"
        case .notAFolder: "Move the file away, or set `root` to another place"
        case .gamesNotWritable, .notWritable: "Check its owner and mode, or run as the user that owns it"
        }
    }
}

/// Twelve hexadecimal digits that no other tree has.
func randomToken() -> String {
    let hex = String(UInt64.random(in: 0..<(1 << 48)), radix: 16)
    return String(repeating: "0", count: 12 - hex.count) + hex
}
