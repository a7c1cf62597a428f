import SyncCore
import SyncStore
import TestSupport
import Testing

@Suite("Manifest in the state") struct ManifestTests {
    @Test("what is known of the manifest and its bytes come back as they were stored")
    func everyField() async throws {
        try await withScratch { folder in
            let store = try await newStore(in: folder)
            #expect(try await store.manifest() == nil)
            #expect(try await store.manifestBody() == nil)
            #expect(try await !store.hasManifestBody())
            let body: [UInt8] = [0xEF, 0xBB, 0xBF, 0x5B, 0x00, 0xFF, 0x5D]
            try await store.acceptManifest(Samples.manifest, body: body, wanted: [])
            #expect(try await store.manifest() == Samples.manifest)
            #expect(try await store.manifestBody() == body)
            let bare = ManifestRecord(url: "file:///m", base: "file:///m")
            try await store.acceptManifest(bare, body: [], wanted: [])
            #expect(try await store.manifest() == bare)
            #expect(try await store.manifestBody() == [])
            #expect(try await store.hasManifestBody())
        }
    }

    @Test("a check without news changes the record and nothing else")
    func update() async throws {
        try await withScratch { folder in
            let store = try await newStore(in: folder)
            let wanted = try Samples.wanted("1.0")
            try await store.acceptManifest(
                Samples.manifest, body: [1, 2], wanted: [(Samples.game("snake"), wanted)])
            var record = Samples.manifest
            record.checked = Timestamp(seconds: 1_900_000_000)
            record.settled = false
            record.error = nil
            try await store.updateManifest(record)
            #expect(try await store.manifest() == record)
            #expect(try await store.manifestBody() == [1, 2])
            #expect(try await store.games() == [GameRecord(id: Samples.game("snake"), wanted: wanted)])
        }
    }

    @Test("a refusal before any manifest was accepted is remembered")
    func refusalFirst() async throws {
        try await withScratch { folder in
            let store = try await newStore(in: folder)
            let record = ManifestRecord(url: "https://example.com/m", base: "", error: "404")
            try await store.updateManifest(record)
            #expect(try await store.manifest() == record)
            #expect(try await store.manifestBody() == nil)
        }
    }

    @Test("a new manifest replaces what is wanted, and rows that say nothing more vanish")
    func replacement() async throws {
        try await withScratch { folder in
            let store = try await newStore(in: folder)
            let names = ["dropped", "failed", "held", "installed", "intended", "kept", "stays"]
            let games = try names.map(Samples.game)
            try await store.acceptManifest(
                Samples.manifest, body: [], wanted: games.map { ($0, try Samples.wanted("1")) })
            try await store.recordFailure(games[1], Samples.failure)
            try await store.setHold([games[2]], .paused)
            try await store.commitSwaps([SwapCommit(game: games[3], tree: Samples.tree("1"))])
            try await store.recordIntents([Intent(game: games[4], tree: Samples.tree("1"), staging: "tmp/a")])
            try await store.insertKept([
                KeptVersion(game: games[5], folder: "0", tree: Samples.tree("0"), keptAt: Samples.now)
            ])
            let fresh = try Samples.game("fresh")
            let (old, new) = (try Samples.wanted("1"), try Samples.wanted("2", salt: 2))
            try await store.acceptManifest(
                Samples.manifest, body: [], wanted: [(fresh, old), (games[6], old), (fresh, new)])
            let records = try await store.games()
            #expect(
                records.map(\.id.text) == ["failed", "fresh", "held", "installed", "intended", "kept", "stays"])
            #expect(records.map(\.wanted) == [nil, new, nil, nil, nil, nil, old])
        }
    }

    @Test("a failed game is tried at once when another version or digest is wanted, and only then")
    func failuresStartAnew() async throws {
        try await withScratch { folder in
            let store = try await newStore(in: folder)
            let (same, version, digest) = (
                try Samples.game("same"), try Samples.game("version"), try Samples.game("digest")
            )
            let old = try Samples.wanted("1")
            try await store.acceptManifest(
                Samples.manifest, body: [], wanted: [(same, old), (version, old), (digest, old)])
            try await store.recordFailures([same, version, digest].map { ($0, Samples.failure) })
            try await store.acceptManifest(
                Samples.manifest, body: [],
                wanted: [(same, old), (version, Samples.wanted("2")), (digest, Samples.wanted("1", salt: 77))])
            var anew = Samples.failure
            anew.attempts = 0
            anew.retryAt = nil
            let failures = try await Dictionary(
                uniqueKeysWithValues: store.games().map { ($0.id, $0.failure) })
            #expect(failures == [same: Samples.failure, version: anew, digest: anew])
        }
    }

    /// A failure that waits.
    private func refusal(_ step: GameStep) -> GameFailure {
        GameFailure(
            step: step, code: "transfer.status.404", message: "not found. Publish it", since: Samples.now,
            retryAt: Samples.now.advanced(by: 300), refusals: 1)
    }

    @Test("what could not be downloaded is tried at once after any other manifest; bad bytes wait for another digest")
    func refusalsStartAnew() async throws {
        try await withScratch { folder in
            let store = try await newStore(in: folder)
            let (away, bad, asked) = (
                try Samples.game("away"), try Samples.game("bad"), try Samples.game("asked")
            )
            let wanted = try [away, bad, asked].map { ($0, try Samples.wanted("1")) }
            try await store.acceptManifest(Samples.manifest, body: [1], wanted: wanted)
            try await store.recordFailures([
                (away, refusal(.download)), (bad, refusal(.verify)), (asked, Samples.failure),
            ])
            // The same bytes from another address say nothing new.
            try await store.acceptManifest(Samples.manifest, body: [1], wanted: wanted)
            #expect(try await store.games().map { $0.failure?.refusals } == [0, 1, 1])
            #expect(try await store.games().allSatisfy { $0.failure?.retryAt != nil })

            try await store.acceptManifest(Samples.manifest, body: [2], wanted: wanted)
            let failures = try await Dictionary(uniqueKeysWithValues: store.games().map { ($0.id, $0.failure) })
            var mended = refusal(.download)
            mended.retryAt = nil
            mended.refusals = 0
            #expect(failures == [away: mended, bad: refusal(.verify), asked: Samples.failure])

            try await store.acceptManifest(Samples.manifest, body: [3], wanted: [(bad, Samples.wanted("1", salt: 5))])
            let anew = try await store.games().first { $0.id == bad }?.failure
            #expect(anew?.retryAt == nil)
            #expect(anew?.refusals == 0)
        }
    }

    @Test("refusals add up, other trouble between them does not take them back, and a success does")
    func refusalsAddUp() async throws {
        try await withScratch { folder in
            let store = try await newStore(in: folder)
            let snake = try Samples.game("snake")
            for failure in [refusal(.download), refusal(.verify), Samples.failure, refusal(.extract)] {
                try await store.recordFailure(snake, failure)
            }
            #expect(try await store.games().first?.failure?.refusals == 3)
            #expect(try await store.games().first?.failure?.attempts == 4)
            try await store.commitSwaps([SwapCommit(game: snake, tree: Samples.tree("1"))])
            try await store.recordFailure(snake, Samples.failure)
            #expect(try await store.games().first?.failure?.refusals == 0)
        }
    }
}
