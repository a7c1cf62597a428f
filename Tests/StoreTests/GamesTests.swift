import SyncCore
import SyncStore
import TestSupport
import Testing

@Suite("Games in the state") struct GamesTests {
    @Test("all that is known of a game comes back as it was stored, after closing and opening")
    func everyField() async throws {
        try await withScratch { folder in
            let record = GameRecord(
                id: try Samples.game("snake"), installed: try Samples.tree("1.0", salt: 3), exist: true,
                wanted: try Samples.wanted("1.1", salt: 200), hold: .paused, damage: "`a.js` is missing",
                failure: Samples.failure)
            let store = try await newStore(in: folder)
            try await store.adopt([record])
            await store.close()
            let (again, outcome) = try await open(in: folder, .readWrite(durable: true))
            #expect(outcome == .existing)
            #expect(try await again.games() == [record])
        }
    }

    @Test("games are sorted by the bytes of their ids, and two spellings of one glyph are two games")
    func order() async throws {
        try await withScratch { folder in
            let store = try await newStore(in: folder)
            let names = ["b", "é", "a", "B", "e\u{301}", "游戏", "a b", "10", "9", "\u{1F3AE}"]
            try await store.setHold(try names.map(Samples.game), .paused)
            let expected = names.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
            #expect(try await store.games().map { Array($0.id.text.utf8) } == expected)
        }
    }

    @Test("a hold is kept for games that nothing else is known of, and letting go forgets those")
    func holds() async throws {
        try await withScratch { folder in
            let store = try await newStore(in: folder)
            let (snake, tetris, pong) = (
                try Samples.game("snake"), try Samples.game("tetris"), try Samples.game("pong")
            )
            try await store.commitSwaps([SwapCommit(game: pong, tree: Samples.tree("1"))])
            try await store.setHold([snake, pong], .paused)
            try await store.setHold([tetris], .removed)
            #expect(try await store.holds() == [snake: .paused, pong: .paused, tetris: .removed])
            try await store.setHold([snake, pong, tetris], .none)
            #expect(try await store.holds() == [:])
            #expect(try await store.games().map(\.id) == [pong])
        }
    }

    @Test("damage and absence of a tree are recorded and taken back, for known games only")
    func findings() async throws {
        try await withScratch { folder in
            let store = try await newStore(in: folder)
            let (snake, other) = (try Samples.game("snake"), try Samples.game("other"))
            let tree = try Samples.tree("1.0")
            try await store.commitSwaps([SwapCommit(game: snake, tree: tree)])
            let strangers = try await store.recordDamage([
                (snake, tree.receipt, "3 files changed"), (other, tree.receipt, "not known"),
            ])
            #expect(strangers == [other])
            try await store.setExist([(snake, false), (other, true)])
            #expect(try await store.games().map(\.damage) == ["3 files changed"])
            #expect(try await store.games().map(\.exist) == [false])
            _ = try await store.recordDamage([(snake, tree.receipt, nil)])
            try await store.setExist([(snake, true)])
            #expect(try await store.games().map(\.damage) == [nil])
            #expect(try await store.games().map(\.exist) == [true])
        }
    }

    @Test("a removed game leaves no row, unless it is still wanted or held")
    func removal() async throws {
        try await withScratch { folder in
            let store = try await newStore(in: folder)
            let (gone, wanted, held) = (
                try Samples.game("gone"), try Samples.game("wanted"), try Samples.game("held")
            )
            try await store.acceptManifest(
                Samples.manifest, body: [], wanted: [(wanted, Samples.wanted("2", salt: 1))])
            try await store.commitSwaps(
                [gone, wanted, held].map { SwapCommit(game: $0, tree: try Samples.tree("1")) })
            try await store.setHold([held], .removed)
            _ = try await store.recordDamage([(wanted, Samples.tree("1").receipt, "broken")])
            try await store.recordFailure(wanted, Samples.failure)
            try await store.removeInstalled([gone, wanted, held])
            #expect(
                try await store.games() == [
                    GameRecord(id: held, hold: .removed),
                    GameRecord(id: wanted, wanted: try Samples.wanted("2", salt: 1)),
                ])
        }
    }

    @Test("adopting what is on disk replaces recorded trees, but not a pause that came meanwhile")
    func adoption() async throws {
        try await withScratch { folder in
            let store = try await newStore(in: folder)
            let (snake, pong) = (try Samples.game("snake"), try Samples.game("pong"))
            try await store.setHold([snake], .paused)
            let kept = KeptVersion(
                game: pong, folder: "0.9", tree: try Samples.tree("0.9", salt: 5), keptAt: Samples.now)
            try await store.adopt(
                [
                    GameRecord(id: snake, installed: try Samples.tree("1", salt: 6), exist: true),
                    GameRecord(id: pong, installed: try Samples.tree("2", salt: 7), exist: true, hold: .removed),
                ], kept: [kept])
            #expect(
                try await store.games() == [
                    GameRecord(id: pong, installed: try Samples.tree("2", salt: 7), exist: true, hold: .removed),
                    GameRecord(id: snake, installed: try Samples.tree("1", salt: 6), exist: true, hold: .paused),
                ])
            #expect(try await store.keptVersions() == [kept])
        }
    }

    @Test("another program reads id, version and exist with SQL")
    func plainTable() async throws {
        try await withScratch { folder in
            let store = try await newStore(in: folder)
            try await store.commitSwaps([SwapCommit(game: Samples.game("snake"), tree: Samples.tree("1.0"))])
            try await store.setHold([Samples.game("pong")], .removed)
            // While the store is open, as a neighbour would.
            let lines = try await python(
                """
                db = sqlite3.connect(args[0])
                for row in db.execute("SELECT id, version, exist FROM game ORDER BY id"):
                    say(row)
                """, in: folder)
            #expect(lines == ["('pong', None, 0)", "('snake', '1.0', 1)"])
            #expect(try await store.games().count == 2)
        }
    }
}
