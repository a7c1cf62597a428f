import SyncCore
import SyncStore
import TestSupport
import Testing

@Suite("Damage in the state") struct DamageRecordTests {
    @Test("is recorded of the tree that was looked at, and not of another one that has come since")
    func sameTree() async throws {
        try await withScratch { folder in
            let store = try await newStore(in: folder)
            let (snake, pong, other) = (
                try Samples.game("snake"), try Samples.game("pong"), try Samples.game("other")
            )
            let old = try Samples.tree("1.0")
            for game in [snake, pong] { try await store.commitSwaps([SwapCommit(game: game, tree: old)]) }
            try await store.commitSwaps([SwapCommit(game: pong, tree: Samples.tree("1.1"))])
            let changed = try await store.recordDamage([
                (snake, old.receipt, "1 file damaged"), (pong, old.receipt, "2 files damaged"), (other, "x", nil),
            ])
            #expect(changed == [pong, other])
            #expect(try await store.games().map(\.damage) == [nil, "1 file damaged"])
            #expect(try await store.recordDamage([(snake, old.receipt, nil)]) == [])
            #expect(try await store.games().map(\.damage) == [nil, nil])
        }
    }
}
