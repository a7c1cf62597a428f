import SyncCore
import SyncStore
import TestSupport
import Testing

@Suite("Traffic and waits in the state") struct TrafficTests {
    @Test("bytes of a day add up, can be corrected, and never fall below none")
    func addsUp() async throws {
        try await withScratch { folder in
            let store = try await newStore(in: folder, durable: true)
            #expect(try await store.traffic() == [:])
            for bytes: Int64 in [10, 5, -3] { try await store.addTraffic(day: 20_454, bytes: bytes) }
            try await store.addTraffic(day: 20_455, bytes: -4)
            try await store.addTraffic(day: 20_455, bytes: 7)
            #expect(try await store.traffic() == [20_454: 12, 20_455: 7])
            try await store.addTraffic(day: 20_455, bytes: -100)
            await store.close()
            let (reader, _) = try await open(in: folder, .readOnly)
            #expect(try await reader.traffic() == [20_454: 12, 20_455: 0])
        }
    }

    @Test("sixty-two days are remembered, and a day with a wrong clock costs one of them")
    func forgotten() async throws {
        try await withScratch { folder in
            let store = try await newStore(in: folder)
            for day in Int64(1)...40 { try await store.addTraffic(day: day, bytes: day) }
            for wrong: Int64 in [900_000, -5] { try await store.addTraffic(day: wrong, bytes: 1) }
            for day in Int64(41)...70 { try await store.addTraffic(day: day, bytes: day) }
            let days = try await store.traffic()
            #expect(days.count == 62)
            #expect(Set(days.keys) == Set(11...70).union([900_000, -5]))
            #expect(days[11] == 11)
        }
    }

    @Test("why a game waits is kept until it is looked at anew, or done")
    func waits() async throws {
        try await withScratch { folder in
            let store = try await newStore(in: folder)
            let (snake, pong) = (try Samples.game("snake"), try Samples.game("pong"))
            let wanted = try [snake, pong].map { ($0, try Samples.wanted("1")) }
            try await store.acceptManifest(Samples.manifest, body: [], wanted: wanted)
            let day = GameRecord.Wait(until: Samples.now, words: "waits until tomorrow")
            let run = GameRecord.Wait(words: "waits for the next run")
            try await store.recordWait(snake, day)
            try await store.recordWait(pong, run)
            try await store.recordWait(try Samples.game("unknown"), run)
            #expect(try await store.games().map(\.wait) == [run, day])
            try await store.clearWaits([pong])
            #expect(try await store.games().map(\.wait) == [nil, day])
            try await store.commitSwaps([SwapCommit(game: snake, tree: Samples.tree("1"))])
            #expect(try await store.games().map(\.wait) == [nil, nil])
        }
    }

    @Test("a wait whose time has come holds no longer; one for the next run holds until that")
    func holds() {
        let now = Samples.now
        #expect(GameRecord.Wait(until: now.advanced(by: 1), words: "x").holds(at: now))
        #expect(!GameRecord.Wait(until: now, words: "x").holds(at: now))
        #expect(GameRecord.Wait(words: "x").holds(at: now))
    }
}
