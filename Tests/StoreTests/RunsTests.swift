import SyncCore
import SyncStore
import TestSupport
import Testing

@Suite("Runs in the state") struct RunsTests {
    @Test("a run and what it changed come back as they were recorded, newest first")
    func everyField() async throws {
        try await withScratch { folder in
            let store = try await newStore(in: folder)
            #expect(try await store.lastRun() == nil)
            var first = try await store.beginRun(started: Samples.now)
            #expect(try await store.lastRun() == first)
            first.finished = Samples.now.advanced(by: 9)
            first.result = .partial
            first.exit = 7
            first.installed = 1
            first.updated = 2
            first.deleted = 3
            first.failed = 4
            first.bytesDownloaded = 5_000_000_000
            first.bytesSaved = 6
            first.error = "the disk is full"
            let changes = [
                GameReport(
                    id: "snake", action: .update, from: try Version("1"), to: try Version("2"), outcome: .failed,
                    bytesDownloaded: 11, bytesSaved: 12, error: Samples.failure, note: "republished"),
                // A refused entry's id may be anything.
                GameReport(id: "a/../b\u{0}\u{1B}", action: .skip, outcome: .skipped),
            ]
            try await store.finishRun(first, changes: changes)
            let second = try await store.beginRun(started: Samples.now.advanced(by: 60))
            let history = try await store.history(limit: 10)
            #expect(history.map(\.run) == [second, first])
            #expect(history.map(\.changes) == [[], changes])
            #expect(try await store.history(limit: 1).map(\.run) == [second])
            #expect(try await store.lastRun() == second)
        }
    }

    @Test("a run that was killed counts as interrupted once the next one begins")
    func killed() async throws {
        try await withScratch { folder in
            let store = try await newStore(in: folder)
            _ = try await store.beginRun(started: Samples.now)
            try await store.setActivities([
                Activity(game: Samples.game("snake"), phase: .extract, done: 1, total: 2)
            ])
            _ = try await store.beginRun(started: Samples.now)
            #expect(try await store.history(limit: 9).map(\.run.result) == [nil, .interrupted])
            #expect(try await store.history(limit: 9).map(\.run.finished) == [nil, nil])
            #expect(try await store.activities() == [])
        }
    }

    @Test("a run that began before the database was started over is recorded all the same")
    func unknownRun() async throws {
        try await withScratch { folder in
            let store = try await newStore(in: folder)
            var run = RunRecord(id: 57, started: Samples.now)
            run.result = .success
            let change = GameReport(id: "snake", action: .install)
            try await store.finishRun(run, changes: [change, change])
            try await store.finishRun(run, changes: [change])
            let history = try await store.history(limit: 5)
            #expect(history.map(\.run) == [run])
            #expect(history.map(\.changes) == [[change]])
        }
    }

    @Test("the last thousand runs are remembered, and a hundred thousand changes")
    func bounds() async throws {
        try await withScratch { folder in
            let store = try await newStore(in: folder)
            try await python(
                """
                db = sqlite3.connect(args[0])
                db.executemany("INSERT INTO run (id, started, changes) VALUES (?, 0, ?)",
                    [(n, 60000 if n in (600, 900) else 0) for n in range(1, 1201)])
                db.execute("INSERT INTO run_game (run, position, game, action, outcome, bytes_downloaded, bytes_saved)"
                    " VALUES (600, 0, 'snake', 'keep', 'done', 0, 0)")
                db.commit()
                """, in: folder)
            let run = try await store.beginRun(started: Samples.now)
            try await store.finishRun(run, changes: [])
            // 60,000 changes of run 900 fit, those of run 600 do not any more, so all up to it go.
            let left = try await store.history(limit: 5_000).map(\.run.id)
            #expect(left == Array((601...1_201).reversed()))
            #expect(
                try await python(
                    "say(sqlite3.connect(args[0]).execute('SELECT count(*) FROM run_game').fetchone()[0])", in: folder)
                    == ["0"])
            for _ in 0..<3 { try await store.finishRun(store.beginRun(started: Samples.now), changes: []) }
            try await python(
                """
                db = sqlite3.connect(args[0])
                db.executemany("INSERT INTO run (started) VALUES (?)", [(n,) for n in range(1000)])
                db.commit()
                """, in: folder)
            let last = try await store.beginRun(started: Samples.now)
            try await store.finishRun(last, changes: [])
            #expect(try await store.history(limit: 5_000).count == 1_000)
            #expect(try await store.lastRun()?.id == last.id)
        }
    }

    @Test("one run may change more games than are remembered otherwise")
    func largeRun() async throws {
        try await withScratch { folder in
            let store = try await newStore(in: folder)
            try await python(
                """
                db = sqlite3.connect(args[0])
                db.execute("INSERT INTO run (id, started, changes) VALUES (1, 0, 500000)")
                db.commit()
                """, in: folder)
            let run = try await store.beginRun(started: Samples.now)
            #expect(try await store.history(limit: 5).map(\.run.id) == [2, 1])
            try await store.finishRun(run, changes: [GameReport(id: "snake", action: .install)])
            #expect(try await store.history(limit: 5).map(\.run.id) == [2])
        }
    }

    @Test("activities replace each other and are gone when cleared", arguments: [true, false])
    func activities(durable: Bool) async throws {
        try await withScratch { folder in
            let store = try await newStore(in: folder, durable: durable)
            let (snake, pong) = (try Samples.game("snake"), try Samples.game("pong"))
            let download = Activity(game: snake, phase: .download, done: 5, total: nil)
            let swap = Activity(game: pong, phase: .swap, done: 7, total: 8)
            try await store.setActivities([download])
            try await store.setActivities([swap, download])
            let (reader, _) = try await open(in: folder, .readOnly)
            #expect(try await reader.activities() == [swap, download])
            try await store.clearActivities()
            #expect(try await reader.activities() == [])
        }
    }
}
