import SyncCore
import SyncStore
import TestSupport
import Testing

@Suite("Failures in the state") struct FailuresTests {
    @Test("attempts add up and the first moment stays until the game is well again")
    func repeated() async throws {
        try await withScratch { folder in
            let store = try await newStore(in: folder)
            let snake = try Samples.game("snake")
            try await store.recordFailure(snake, Samples.failure)
            let later = GameFailure(
                step: .extract, code: "archive.crc", message: "CRC", since: Timestamp(seconds: 1_900_000_000))
            try await store.recordFailure(snake, later)
            try await store.recordFailure(snake, later)
            let expected = GameFailure(
                step: .extract, code: "archive.crc", message: "CRC", since: Samples.failure.since, attempts: 3)
            #expect(try await store.games() == [GameRecord(id: snake, failure: expected)])
            try await store.clearFailures([snake])
            #expect(try await store.games() == [])
            try await store.recordFailure(snake, later)
            #expect(try await store.games().map(\.failure) == [later])
        }
    }

    @Test("a failed update leaves the installed tree as it was")
    func installedStays() async throws {
        try await withScratch { folder in
            let store = try await newStore(in: folder)
            let snake = try Samples.game("snake")
            try await store.commitSwaps([SwapCommit(game: snake, tree: Samples.tree("1"))])
            try await store.recordFailures([(snake, Samples.failure)])
            #expect(
                try await store.games() == [
                    GameRecord(
                        id: snake, installed: Samples.tree("1"), exist: true, failure: Samples.failure)
                ])
        }
    }
}
