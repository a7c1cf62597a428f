import SyncCore
import SyncPlatform
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
            let store = try await newStore(folder)
            try await store.adopt([record])
            await store.close()
            let (again, outcome) = try await StateStore.open(
                folder.path + "/state.sqlite3", mode: .readWrite(durable: true), now: Samples.now)
            #expect(outcome == .existing)
            #expect(try await again.games() == [record])
        }
    }

    @Test("games are sorted by the bytes of their ids, whatever language they are in")
    func order() async throws {
        try await withScratch { folder in
            let store = try await newStore(folder)
            let names = ["b", "é", "a", "B", "e\u{301}", "游戏", "a b", "10", "9", "\u{1F3AE}"]
            try await store.setHold(try names.map(Samples.game), .paused)
            let sorted = try await store.games().map(\.id.text)
            #expect(
                sorted.map { Array($0.utf8) }
                    == names.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) })
        }
    }
}
