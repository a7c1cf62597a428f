import SyncCore

/// Where everything lies, as paths.
struct Layout: Sendable, Equatable {
    let root: String
    let games: String
    /// Holds `tmp`, `versions`, `receipts`: the root, or a hidden folder inside a games folder that is elsewhere, so
    /// that trees can be renamed into place.
    let area: String

    init(_ config: Config) {
        root = config.root
        if let elsewhere = config.gamesDirectory {
            games = elsewhere
            area = elsewhere + "/.assetsync"
        } else {
            games = root + "/games"
            area = root
        }
    }

    var state: String { root + "/state.sqlite3" }
    static let lockName = "lock"
}
