import SyncCore
import SyncPlatform
import SyncStore
import TestSupport
import Testing

@Suite("The state beside other programs") struct OthersTests {
    /// Holds a lock from its first line of output until it is told to let go.
    private static let holder = """
        db = sqlite3.connect(args[0], isolation_level=None)
        db.execute(args[1])
        if len(args) > 2:
            db.execute(args[2])
            db.execute("SELECT count(*) FROM game").fetchone()
        say("held")
        sys.stdin.readline()
        db.execute("ROLLBACK")
        say("let go")
        """

    private func hold(_ folder: Directory, _ statements: String...) async throws -> ChildProcess {
        let child = try ChildProcess(
            ["python3", "-c", ChildProcess.pythonPreamble + Self.holder, databasePath(in: folder)] + statements)
        try #require(await child.line() == "held")
        return child
    }

    @Test("a write waits for a lock that another program holds for a while")
    func waits() async throws {
        try await withScratch { folder in
            try await closedDatabase(in: folder)
            let (store, _) = try await open(in: folder, .readWrite(durable: true))
            let other = try await hold(folder, "BEGIN IMMEDIATE")
            async let written: Void = store.setHold([Samples.game("pong")], .paused)
            try await Task.sleep(for: .milliseconds(300))
            other.send()
            try await written
            #expect(await other.line() == "let go")
            #expect(try await store.holds().count == 1)
        }
    }

    @Test("a lock held for ever ends in exit code 8, with nothing written and everything readable")
    func heldForEver() async throws {
        try await withScratch { folder in
            try await closedDatabase(in: folder)
            let other = try await hold(folder, "BEGIN EXCLUSIVE")
            let (store, outcome) = try await open(in: folder, .readWrite(durable: true))
            #expect(outcome == .existing)
            let error = await #expect(throws: StoreError.self) { try await store.beginRun(started: Samples.now) }
            #expect(error == .busy(path: databasePath(in: folder)))
            #expect(error?.exit == .lockBusy)
            let (reader, _) = try await open(in: folder, .readOnly)
            #expect(try await reader.games().map(\.id) == [Samples.game("snake")])
            other.send()
            #expect(await other.line() == "let go")
            #expect(try await store.lastRun() == nil)
            _ = try await store.beginRun(started: Samples.now)
        }
    }

    @Test(
        "one that lets nobody even read is waited for, then named busy",
        arguments: [OpenMode.readOnly, .readWrite(durable: false)])
    func exclusive(mode: OpenMode) async throws {
        try await withScratch { folder in
            try await closedDatabase(in: folder)
            let other = try await hold(folder, "PRAGMA locking_mode = EXCLUSIVE", "BEGIN IMMEDIATE")
            await #expect(throws: StoreError.busy(path: databasePath(in: folder))) { try await open(in: folder, mode) }
            other.signal(9)
            await other.wait()
            let (store, outcome) = try await open(in: folder, mode)
            #expect(outcome == .existing)
            #expect(try await store.games().count == 1)
        }
    }

    // Twenty attempts would take 100 s if each waited its five.
    @Test("a process that was asked to stop does not wait out a lock", .timeLimit(.minutes(1)))
    func stopWaiting() async throws {
        try await withScratch { folder in
            try await closedDatabase(in: folder)
            let (store, _) = try await open(in: folder, .readWrite(durable: true))
            let other = try await hold(folder, "BEGIN IMMEDIATE")
            store.stopWaiting()
            for _ in 0..<20 {
                await #expect(throws: StoreError.busy(path: databasePath(in: folder))) {
                    try await store.beginRun(started: Samples.now)
                }
            }
            other.send()
            #expect(await other.line() == "let go")
            _ = try await store.beginRun(started: Samples.now)
        }
    }

    @Test("a reader sees each commit of a writer whole, while it writes")
    func readsWhileWritten() async throws {
        try await withScratch { folder in
            let writer = try ChildProcess.probe("write", databasePath(in: folder), "fast", "300")
            try #require(await writer.line() == "1")
            // It would stop when nobody listens to it.
            let listening = Task { while await writer.line() != nil {} }
            let (reader, _) = try await open(in: folder, .readOnly)
            var seen = 0
            var looks = 0
            while seen < 300 {
                looks += 1
                let now = try await reader.snapshot()
                let version = try #require(Int(now.games.first?.installed?.version.text ?? ""))
                #expect(version >= seen)
                seen = version
                // Written in the same transaction, and in the one before and the one after it.
                #expect(now.kept.compactMap { Int($0.folder) }.max() == version)
                #expect(now.kept.count == version)
                let activity = now.activities.map(\.done)
                #expect(activity == [Int64(version)] || activity == [Int64(version + 1)])
            }
            await listening.value
            // Else it was all over before the first look.
            #expect(looks > 1)
        }
    }

    @Test("processes that make the same database at once all get the same one")
    func createdTogether() async throws {
        try await withScratch { folder in
            let children = try (0..<6).map { _ in try ChildProcess.probe("open", databasePath(in: folder), "fast", "") }
            let outcomes = await firstLines(of: children)
            #expect(outcomes.sorted() == ["created"] + Array(repeating: "existing", count: 5))
            for child in children {
                #expect(await child.line() == "games ")
                #expect(await child.line() == "open")
            }
            let (store, _) = try await open(in: folder, .readWrite(durable: false))
            try await store.setHold([Samples.game("pong")], .paused)
            for child in children {
                child.send()
                #expect(await child.line() == "games pong")
            }
        }
    }

    @Test("of processes that find the same ruin, one sets it aside and the others use the new database")
    func setAsideTogether() async throws {
        try await withScratch { folder in
            try folder.writeFile(
                "state.sqlite3", with: String(repeating: "ruin ", count: 4_000), flush: false)
            let children = try (0..<6).map { _ in try ChildProcess.probe("open", databasePath(in: folder), "fast", "") }
            let outcomes = await firstLines(of: children)
            #expect(outcomes.count { $0.hasPrefix("setAside") } == 1)
            #expect(outcomes.count { $0 == "existing" } == 5)
            #expect(try folder.names().count { $0.contains("corrupt") } == 1)
        }
    }

    private func firstLines(of children: [ChildProcess]) async -> [String] {
        var lines: [String] = []
        for child in children { if let line = await child.line() { lines.append(line) } }
        return lines
    }
}
