import SyncCore

extension Value {
    init(_ moment: Timestamp?) { self.init(moment?.seconds) }

    /// In the order in which ``Row/tree(from:)`` reads them.
    static func tree(_ tree: InstalledTree?) -> [Value] {
        guard let tree else { return Array(repeating: .null, count: 11) }
        return [
            .text(tree.version.text), Value(tree.digests.md5?.hex), Value(tree.digests.sha256?.hex),
            Value(tree.verified), .integer(tree.bytes), .integer(Int64(tree.files)),
            .integer(tree.installedAt.seconds), .integer(Int64(bitPattern: tree.identity.device)),
            .integer(Int64(bitPattern: tree.identity.inode)), .text(tree.receipt), .integer(tree.topModified),
        ]
    }

    /// `version, md5, sha256`.
    static func wanted(_ wanted: GameRecord.Wanted?) -> [Value] {
        [Value(wanted?.version.text), Value(wanted?.digests.md5?.hex), Value(wanted?.digests.sha256?.hex)]
    }

    /// In the order in which ``Row/failure(from:)`` reads them.
    static func failure(_ failure: GameFailure?) -> [Value] {
        guard let failure else { return Array(repeating: .null, count: 6) }
        return [
            .text(failure.step.rawValue), .text(failure.code), .text(failure.message),
            .integer(failure.since.seconds), .integer(Int64(failure.attempts)), Value(failure.retryAt),
        ]
    }

    /// `failed_refusals`, which the history of runs has no use for.
    static func refusals(_ failure: GameFailure?) -> Value { Value(failure.map { Int64($0.refusals) }) }

    static func game(_ game: GameID) -> Value { .text(game.text) }
}
