import Glibc
import SyncCore
import SyncPlatform
import SyncStore
import TestSupport
import Testing

@Suite("The state after crashes") struct CrashTests {
    @Test("what was committed before `kill -9` is there, and nothing half", arguments: 1...8)
    func killedWriter(round: Int) async throws {
        try await withScratch { folder in
            let writer = try ChildProcess.probe(
                "write", databasePath(in: folder), round.isMultiple(of: 2) ? "durable" : "fast", "1000000")
            for _ in 0..<(round * 7) { _ = await writer.line() }
            // At any instant: it goes on writing while this happens.
            writer.signal(SIGKILL)
            let last = await writer.lines().last.flatMap { Int($0) } ?? round * 7
            #expect(await writer.wait() == -SIGKILL)
            let (store, outcome) = try await open(in: folder, .readWrite(durable: true))
            #expect(outcome == .existing)
            let installed = try #require(Int(try await store.games().first?.installed?.version.text ?? ""))
            // The commit after the last line that got out may have happened.
            #expect(installed == last || installed == last + 1)
            #expect(try await store.keptVersions().count == installed)
            // An intent is there exactly when it was recorded and its swap was not.
            let intents = try await store.intents().map(\.tree.version.text)
            #expect(intents == [] || intents == ["\(installed + 1)"])
            #expect(try await python(integrity, in: folder) == ["ok"])
        }
    }

    @Test("a program that is killed in the middle of a transaction leaves no trace of it")
    func killedInTransaction() async throws {
        try await withScratch { folder in
            try await closedDatabase(in: folder)
            let other = try ChildProcess.python(
                """
                db = sqlite3.connect(args[0], isolation_level=None)
                db.execute("PRAGMA cache_size = 10")
                db.execute("BEGIN IMMEDIATE")
                db.execute("DELETE FROM game")
                for n in range(20000):
                    db.execute("INSERT INTO game (id) VALUES (?)", ("half-%d" % n,))
                say("in the middle")
                sys.stdin.readline()
                """, databasePath(in: folder))
            try #require(await other.line() == "in the middle")
            other.signal(SIGKILL)
            await other.wait()
            let (store, outcome) = try await open(in: folder, .readWrite(durable: true))
            #expect(outcome == .existing)
            #expect(try await store.games().map(\.id) == [Samples.game("snake")])
            try await store.setHold([Samples.game("pong")], .paused)
            #expect(try await python(integrity, in: folder) == ["ok"])
        }
    }

    @Test("a log that was lost after a crash leaves an older state or a new one, never a ruin")
    func lostLog() async throws {
        try await withScratch { folder in
            let writer = try ChildProcess.probe("write", databasePath(in: folder), "fast", "1000000")
            for _ in 0..<50 { _ = await writer.line() }
            writer.signal(SIGKILL)
            await writer.wait()
            try folder.unlink("state.sqlite3-wal")
            let (store, outcome) = try await open(in: folder, .readWrite(durable: true))
            #expect(outcome == .existing || outcome == .created)
            _ = try await store.games()
            #expect(try await python(integrity, in: folder) == ["ok"])
        }
    }

    @Test("a torn end of the log is cut off, whole commits before it stay")
    func tornLog() async throws {
        try await withScratch { folder in
            let writer = try ChildProcess.probe("write", databasePath(in: folder), "fast", "1000000")
            for number in 1...10 { try #require(await writer.line() == "\(number)") }
            writer.signal(SIGKILL)
            await writer.wait()
            try await python("f = args[0] + '-wal'; os.truncate(f, os.path.getsize(f) - 3000)", in: folder)
            let (store, outcome) = try await open(in: folder, .readWrite(durable: true))
            #expect(outcome == .existing)
            let installed = try #require(Int(try await store.games().first?.installed?.version.text ?? ""))
            #expect(installed >= 9)
            #expect(try await store.keptVersions().count == installed)
        }
    }

    private let integrity = """
        db = sqlite3.connect(args[0])
        say(db.execute("PRAGMA integrity_check").fetchone()[0])
        for row in db.execute("PRAGMA foreign_key_check"):
            say(row)
        """
}
