import SyncCore

/// `history --json`. Fields are only ever added, at the end of their object.
enum HistoryJSON {
    static func object(_ entries: [HistoryEntry]) -> JSON {
        ["schema": 1, "runs": .array(entries.map(run))]
    }

    /// A run as `status --json` has it as `last_run`, and what it changed as `sync --json` has it.
    private static func run(_ entry: HistoryEntry) -> JSON {
        let games = JSON.array(
            entry.changes.map { .object([.init("id", .string($0.id))] + RunJSON.fields(of: $0)) })
        return .object(StatusJSON.fields(of: entry.run) + [.init("games", games)])
    }
}
