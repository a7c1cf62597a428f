import SyncCore
import SyncPlatform
import SyncStore
import TestSupport
import Testing

@Suite("Damage met in use") struct DamageTests {
    @Test("damage met in use is answered by starting over, in the same store")
    func startOver() async throws {
        try await withScratch { folder in
            try await closedDatabase(in: folder)
            let (store, _) = try await open(in: folder, .readWrite(durable: true))
            // The page of the game table turns into noise under the open store.
            try await python(
                """
                db = sqlite3.connect(args[0])
                db.execute('PRAGMA wal_checkpoint(TRUNCATE)')
                page = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'game'").fetchone()[0]
                with open(args[0], 'r+b') as f:
                    f.seek((page - 1) * 4096)
                    f.write(os.urandom(4096))
                db.execute("CREATE TABLE tell_the_others (x)")
                db.commit()
                """, in: folder)
            let error = await #expect(throws: StoreError.self) { try await store.games() }
            let corrupt = try #require(error)
            #expect(corrupt.code == "store.corrupt")
            let outcome = try await store.startOver(after: corrupt, now: Samples.now)
            guard case .setAside(let path, _) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(try Directory(opening: folder.path).status("state.sqlite3.corrupt-20260102T030405Z") != nil)
            #expect(path.hasSuffix(".corrupt-20260102T030405Z"))
            try await store.commitSwaps([SwapCommit(game: Samples.game("pong"), tree: Samples.tree("1"))])
            #expect(try await store.games().map(\.id) == [Samples.game("pong")])
            // Other errors are no reason to throw a state away.
            await #expect(throws: StoreError.busy(path: "x")) {
                try await store.startOver(after: .busy(path: "x"), now: Samples.now)
            }
        }
    }

    @Test("a value that nothing of ours wrote is damage, not a crash")
    func impossibleValues() async throws {
        try await withScratch { folder in
            for change in [
                "INSERT INTO game (id) VALUES ('../up')", "UPDATE game SET version = ''",
                "UPDATE game SET sha256 = 'zz'", "UPDATE game SET failed_step = 'nonsense'",
                "UPDATE game SET wanted_version = 'a/b'",
            ] {
                try await closedDatabase(in: folder)
                try await python("db = sqlite3.connect(args[0]); db.execute(\"\(change)\"); db.commit()", in: folder)
                let (store, _) = try await open(in: folder, .readOnly)
                let error = await #expect(throws: StoreError.self) { try await store.games() }
                #expect(error?.code == "store.corrupt")
                await store.close()
                for name in try folder.names() { try folder.unlink(name) }
            }
        }
    }

    @Test("whatever bytes turn over, it is opened, refused or set aside, and the next start works", arguments: 0..<40)
    func turnedBytes(seed: Int) async throws {
        try await withScratch { folder in
            try await largeDatabase(in: folder)
            try await python(
                """
                import random
                random.seed(\(seed))
                with open(args[0], 'r+b') as f:
                    size = os.path.getsize(args[0])
                    for _ in range(random.choice([1, 3, 100])):
                        # The first pages hold the schema and are hit more often.
                        f.seek(random.choice([random.randrange(100), random.randrange(8192), random.randrange(size)]))
                        f.write(bytes([random.randrange(256)]))
                """, in: folder)
            let pong = try Samples.game("pong")
            let store: StateStore
            do throws(StoreError) {
                store = try await open(in: folder, .readWrite(durable: false)).store
            } catch {
                // Turned into one that a newer assetsync might have written.
                #expect(error.code == "store.newer")
                return
            }
            do throws(StoreError) {
                _ = try await store.snapshot()
                try await store.setHold([pong], .paused)
                _ = try await store.history(limit: 10)
            } catch {
                #expect(error.code == "store.corrupt")
                _ = try await store.startOver(after: error, now: Samples.now)
            }
            try await store.setHold([Samples.game("snake")], .paused)
            #expect(try await store.holds()[Samples.game("snake")] == .paused)
        }
    }
}
