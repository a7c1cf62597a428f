import SyncCore

/// Why a game is not rolled back; nothing has changed then.
enum RollbackError: Diagnostic, Equatable {
    case notInstalled
    case removed
    case nothingKept(limit: Int)
    case unknownVersion(String, game: String, kept: [String], nearest: String?)
    case damaged(version: String, problem: String, others: [String])
    case noReceipt(version: String, others: [String])

    var code: String {
        switch self {
        case .notInstalled, .removed: "rollback.not_installed"
        case .nothingKept: "rollback.nothing_kept"
        case .unknownVersion: "rollback.unknown_version"
        case .damaged, .noReceipt: "rollback.damaged"
        }
    }
    var summary: String {
        switch self {
        case .notInstalled: "it is not installed, so there is nothing to roll back"
        case .removed: "it was removed, with all its versions"
        case .nothingKept: "no earlier version of it is kept"
        case .unknownVersion(let version, let game, _, _): "no version `\(version)` of `\(game)` is kept"
        case .damaged(let version, let problem, _): "the kept version `\(version)` is damaged: \(problem)"
        case .noReceipt(let version, _):
            "the kept version `\(version)` cannot be verified: its receipt is missing or not readable"
        }
    }
    var hint: String? {
        switch self {
        case .notInstalled: "`assetsync sync` installs it, and `assetsync status` lists the games"
        case .removed: "`assetsync resume` and then `assetsync sync` bring it back"
        case .nothingKept(let limit):
            limit < 2
                ? "`sync.keep_versions` is \(limit): with 2 or more, versions are kept from the next update on"
                : "An earlier version is kept from the next update on (`sync.keep_versions` is \(limit))"
        case .unknownVersion(_, _, let kept, let nearest):
            (nearest.map { "Did you mean `\($0)`? " } ?? "") + "Kept: \(list(kept))"
        case .damaged(_, _, let others), .noReceipt(_, let others):
            others.isEmpty
                ? "No other version is kept; the installed one stays"
                : "Roll back to another one by `--to`; kept: \(list(others))"
        }
    }
}

private func list(_ names: [String]) -> String {
    let shown = names.prefix(20).map { "`\($0.printable(limit: 80))`" }.joined(separator: ", ")
    return names.count > 20 ? "\(shown) and \(names.count - 20) more" : shown
}
