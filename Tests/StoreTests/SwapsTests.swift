import SyncCore
import SyncStore
import TestSupport
import Testing

@Suite("Swaps in the state") struct SwapsTests {
    @Test("an intent survives the process, with the staged tree's inode")
    func intent() async throws {
        try await withScratch { folder in
            let store = try await newStore(in: folder)
            let (snake, pong) = (try Samples.game("snake"), try Samples.game("pong"))
            let first = Intent(game: snake, tree: try Samples.tree("1", salt: 1), staging: "tmp/x")
            let second = Intent(game: snake, tree: try Samples.tree("2", salt: 2), staging: "tmp/y")
            let other = Intent(game: pong, tree: try Samples.tree("3", salt: 3), staging: "versions/pong/3")
            try await store.recordIntents([first, other])
            try await store.recordIntents([second])
            await store.close()
            let (again, _) = try await open(in: folder, .readOnly)
            #expect(try await again.intents() == [other, second])
        }
    }

    @Test("a commit puts the new tree in, ends intent, damage and failure, and keeps the old version")
    func commit() async throws {
        try await withScratch { folder in
            let store = try await newStore(in: folder)
            let snake = try Samples.game("snake")
            let (old, new) = (try Samples.tree("1", salt: 1), try Samples.tree("2", salt: 2))
            let wanted = try Samples.wanted("2")
            try await store.acceptManifest(Samples.manifest, body: [], wanted: [(snake, wanted)])
            try await store.commitSwaps([SwapCommit(game: snake, tree: old)])
            _ = try await store.recordDamage([(snake, old.receipt, "gone")])
            try await store.setExist([(snake, false)])
            try await store.recordFailure(snake, Samples.failure)
            try await store.recordIntents([Intent(game: snake, tree: new, staging: "tmp/x")])
            let kept = KeptVersion(game: snake, folder: "1", tree: old, keptAt: Samples.now)
            try await store.commitSwaps([SwapCommit(game: snake, tree: new, kept: kept)])
            #expect(
                try await store.games() == [GameRecord(id: snake, installed: new, exist: true, wanted: wanted)])
            #expect(try await store.intents() == [])
            #expect(try await store.keptVersions(of: snake) == [kept])
        }
    }

    @Test("a rollback exchanges the installed and the kept version and pauses the game in one step")
    func rollback() async throws {
        try await withScratch { folder in
            let store = try await newStore(in: folder)
            let snake = try Samples.game("snake")
            let (old, new) = (try Samples.tree("1", salt: 1), try Samples.tree("2", salt: 2))
            try await store.commitSwaps([
                SwapCommit(
                    game: snake, tree: new,
                    kept: KeptVersion(game: snake, folder: "1", tree: old, keptAt: Samples.now))
            ])
            let kept = KeptVersion(game: snake, folder: "2", tree: new, keptAt: Samples.now.advanced(by: 1))
            try await store.commitSwaps([
                SwapCommit(game: snake, tree: old, kept: kept, taken: "1", hold: .paused)
            ])
            #expect(
                try await store.games() == [GameRecord(id: snake, installed: old, exist: true, hold: .paused)])
            #expect(try await store.keptVersions() == [kept])
            // An update afterwards leaves the pause alone.
            try await store.commitSwaps([SwapCommit(game: snake, tree: new)])
            #expect(try await store.holds() == [snake: .paused])
        }
    }

    @Test("kept versions are sorted by game and then by when they were kept, the newest first")
    func keptOrder() async throws {
        try await withScratch { folder in
            let store = try await newStore(in: folder)
            let (snake, pong) = (try Samples.game("snake"), try Samples.game("pong"))
            let versions = try [(snake, "1", 10), (snake, "3", 30), (pong, "9", 5), (snake, "2", 20)].map {
                KeptVersion(
                    game: $0.0, folder: $0.1, tree: try Samples.tree($0.1),
                    keptAt: Timestamp(seconds: Int64($0.2)))
            }
            try await store.insertKept(versions)
            #expect(try await store.keptVersions().map(\.folder) == ["9", "3", "2", "1"])
            #expect(try await store.keptVersions(of: snake).map(\.folder) == ["3", "2", "1"])
            try await store.removeKept([(snake, "3"), (pong, "9"), (pong, "none")])
            #expect(try await store.keptVersions().map(\.folder) == ["2", "1"])
            #expect(try await store.games().map(\.id) == [snake])
        }
    }

    @Test("a dropped intent leaves nothing of a game that was never installed")
    func drop() async throws {
        try await withScratch { folder in
            let store = try await newStore(in: folder)
            let (snake, pong) = (try Samples.game("snake"), try Samples.game("pong"))
            try await store.commitSwaps([SwapCommit(game: pong, tree: Samples.tree("1"))])
            try await store.recordIntents(
                [snake, pong].map { Intent(game: $0, tree: try Samples.tree("2"), staging: "tmp/x") })
            try await store.dropIntent(snake)
            #expect(try await store.intents().map(\.game) == [pong])
            #expect(try await store.games().map(\.id) == [pong])
        }
    }
}
