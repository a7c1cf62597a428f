import SyncCore
import SyncPlatform
import SyncStore
import TestSupport
import Testing

/// A new database in `folder`, open to read and write.
func newStore(in folder: Directory, durable: Bool = false) async throws -> StateStore {
    let (store, outcome) = try await open(in: folder, .readWrite(durable: durable))
    try #require(outcome == .created)
    return store
}

func open(in folder: Directory, _ mode: OpenMode) async throws(StoreError) -> (store: StateStore, outcome: OpenOutcome)
{
    try await StateStore.open(databasePath(in: folder), mode: mode, now: Samples.now)
}

func databasePath(in folder: Directory) -> String { folder.path + "/state.sqlite3" }

/// A closed database with one installed game, `snake` at 1.0.
func closedDatabase(in folder: Directory) async throws {
    let store = try await newStore(in: folder)
    try await store.commitSwaps([SwapCommit(game: Samples.game("snake"), tree: Samples.tree("1.0"))])
    await store.close()
}

/// Runs a Python program that knows only SQLite; its lines. `source` sees the database's path as `args[0]`.
@discardableResult
func python(_ source: String, in folder: Directory) async throws -> [String] {
    let child = try ChildProcess.python(source, databasePath(in: folder))
    let lines = await child.lines()
    try #require(await child.wait() == 0)
    return lines
}

/// A closed database with 2,000 installed games.
func largeDatabase(in folder: Directory) async throws {
    let store = try await newStore(in: folder)
    try await store.adopt(
        (0..<2_000).map { number in
            GameRecord(
                id: try Samples.game("game-\(number)"), installed: try Samples.tree("\(number)"), exist: true)
        })
    await store.close()
}
