import Glibc
import SyncCore
import SyncPlatform
import SyncStore
import TestSupport
import Testing

@Suite("Opening the state") struct OpeningTests {
    /// Programs that ruin a database, by what they leave; each is tried on one with 2,000 games.
    private static let ruins = [
        "noise over the first page": "open(args[0], 'r+b').write(os.urandom(4096))",
        "noise over everything": "n = os.path.getsize(args[0]); open(args[0], 'wb').write(os.urandom(n))",
        "noise over pages in the middle": """
        n = os.path.getsize(args[0]) // 4096
        with open(args[0], 'r+b') as f:
            for page in range(n // 4, n // 2):
                f.seek(page * 4096)
                f.write(os.urandom(4096))
        """,
        "half of it": "os.truncate(args[0], os.path.getsize(args[0]) // 8192 * 4096)",
        "a few bytes": "os.truncate(args[0], 100)",
        "text": "open(args[0], 'w').write('<html>not found</html>' * 1000)",
        "another program's database": """
        os.unlink(args[0])
        db = sqlite3.connect(args[0])
        db.execute('CREATE TABLE game (id TEXT)')
        db.commit()
        """,
        "a table less": """
        db = sqlite3.connect(args[0])
        db.execute('PRAGMA writable_schema = 1')
        db.execute("DELETE FROM sqlite_schema")
        db.commit()
        """,
        "a named pipe": "os.unlink(args[0]); os.mkfifo(args[0])",
        "a folder": "os.unlink(args[0]); os.mkdir(args[0]); open(args[0] + '/file', 'w').write('mine')",
    ]

    @Test("a ruined database is set aside with its bytes, and the next one works", arguments: ruins.keys.sorted())
    func setAside(_ what: String) async throws {
        try await withScratch { folder in
            try await largeDatabase(in: folder)
            try await python(#require(Self.ruins[what]), in: folder)
            let before = try folder.status("state.sqlite3")
            let (store, outcome) = try await open(in: folder, .readWrite(durable: true))
            guard case .setAside(let path, let reason) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(path == databasePath(in: folder) + ".corrupt-20260102T030405Z")
            #expect(!reason.isEmpty)
            #expect(try folder.status("state.sqlite3.corrupt-20260102T030405Z") == before)
            #expect(try await store.games() == [])
            try await store.setHold([Samples.game("snake")], .paused)
            await store.close()
            let (again, second) = try await open(in: folder, .readWrite(durable: true))
            #expect(second == .existing)
            #expect(try await again.holds().count == 1)
        }
    }

    @Test("noise over the first page is kept too when the log still holds a good one")
    func setAsideBesideItsLog() async throws {
        try await withScratch { folder in
            let (store, _) = try await open(in: folder, .readWrite(durable: true))
            try await store.setHold([Samples.game("snake")], .paused)
            let path = databasePath(in: folder)
            // While a reader holds the log open, closing does not write it into the file.
            let (reader, _) = try await open(in: folder, .readOnly)
            #expect(try await reader.holds().count == 1)
            await store.close()
            try await python("open(args[0], 'r+b').write(b'noise' * 800)", in: folder)
            await reader.close()
            let (next, outcome) = try await open(in: folder, .readWrite(durable: true))
            guard case .setAside(let place, _) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(place.hasPrefix(path))
            #expect(try await next.holds().isEmpty)
            let kept = try folder.openFile(String(place.dropFirst(folder.path.count + 1)))
            var start = [UInt8](repeating: 0, count: 5)
            _ = try start.withUnsafeMutableBytes { try kept.read(into: $0, at: 0) }
            #expect(start == Array("noise".utf8))
        }
    }

    @Test("who only reads is told of the damage and changes nothing", arguments: ruins.keys.sorted())
    func readOnly(_ what: String) async throws {
        try await withScratch { folder in
            try await largeDatabase(in: folder)
            try await python(#require(Self.ruins[what]), in: folder)
            let before = try folder.names().sorted()
            do {
                let (store, _) = try await open(in: folder, .readOnly)
                // Damage in the middle is met when it is read.
                _ = try await store.games()
                Issue.record("read without an error")
            } catch let error as StoreError {
                guard case .corrupt = error else {
                    Issue.record("\(error)")
                    return
                }
                #expect(error.exit == .internalError)
            }
            #expect(
                try folder.names().sorted().filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") } == [
                    "state.sqlite3"
                ])
            #expect(before.contains("state.sqlite3"))
        }
    }

    @Test("a log that lies beside a ruined database is set aside with it")
    func companions() async throws {
        try await withScratch { folder in
            try await python(
                """
                open(args[0], 'wb').write(b'x' * 8192)
                open(args[0] + '-wal', 'wb').write(b'y' * 100)
                open(args[0] + '-shm', 'wb').write(b'z' * 32768)
                """, in: folder)
            let (_, outcome) = try await open(in: folder, .readWrite(durable: false))
            guard case .setAside = outcome else {
                Issue.record("\(outcome)")
                return
            }
            let aside = "state.sqlite3.corrupt-20260102T030405Z"
            #expect(try folder.status(aside)?.size == 8_192)
            #expect(try folder.status(aside + "-wal")?.size == 100)
            #expect(try folder.status(aside + "-shm") != nil)
        }
    }

    @Test("two ruined databases in one second are both kept")
    func twice() async throws {
        try await withScratch { folder in
            for text in ["first", "second", "third"] {
                try await python("open(args[0], 'w').write('\(text)' * 1000)", in: folder)
                let (store, _) = try await open(in: folder, .readWrite(durable: false))
                await store.close()
            }
            let names = try folder.names().filter { $0.contains("corrupt") && !$0.hasSuffix("m") && !$0.hasSuffix("l") }
            #expect(
                names.sorted() == [
                    "state.sqlite3.corrupt-20260102T030405Z", "state.sqlite3.corrupt-20260102T030405Z-2",
                    "state.sqlite3.corrupt-20260102T030405Z-3",
                ])
        }
    }

    @Test("none, or an empty file, is a new database", arguments: [nil, "", "-wal"])
    func created(_ suffix: String?) async throws {
        try await withScratch { folder in
            if let suffix {
                try folder.writeFile("state.sqlite3", with: "", flush: false)
                // A log that belongs to no database.
                if !suffix.isEmpty { try folder.writeFile("state.sqlite3-wal", with: "left over", flush: false) }
            }
            await #expect(throws: StoreError.self) { try await open(in: folder, .readOnly) }
            let store = try await newStore(in: folder)
            #expect(try await store.games() == [])
            let (_, outcome) = try await open(in: folder, .readOnly)
            #expect(outcome == .existing)
        }
    }

    @Test("there is nothing to read before the first sync", arguments: [false, true])
    func missing(empty: Bool) async throws {
        try await withScratch { folder in
            if empty { try folder.writeFile("state.sqlite3", with: "", flush: false) }
            await #expect(throws: StoreError.missing(path: databasePath(in: folder))) {
                try await open(in: folder, .readOnly)
            }
            #expect(try folder.names() == (empty ? ["state.sqlite3"] : []))
        }
    }

    @Test("a newer schema is refused and left alone", arguments: [OpenMode.readOnly, .readWrite(durable: true)])
    func newer(mode: OpenMode) async throws {
        try await withScratch { folder in
            try await closedDatabase(in: folder)
            try await python("db = sqlite3.connect(args[0]); db.execute('PRAGMA user_version = 99')", in: folder)
            await #expect(
                throws: StoreError.newerSchema(path: databasePath(in: folder), found: 99, known: 3)
            ) { try await open(in: folder, mode) }
            #expect(try folder.names().allSatisfy { !$0.contains("corrupt") })
            let lines = try await python(
                "say(sqlite3.connect(args[0]).execute('SELECT id FROM game').fetchall())", in: folder)
            #expect(lines == ["[('snake',)]"])
        }
    }

    @Test("a missing folder is a sentence, not a crash", arguments: [OpenMode.readWrite(durable: true)])
    func noFolder(mode: OpenMode) async throws {
        let error = await #expect(throws: StoreError.self) {
            try await StateStore.open("/nonexistent/folder/state.sqlite3", mode: mode, now: Samples.now)
        }
        #expect(error?.code == "store.not-writable")
        #expect(error?.summary.contains("No such file or directory") == true)
    }

    @Test("a link to a database elsewhere is followed, its log too")
    func link() async throws {
        try await withScratch { folder in
            let real = try folder.makeDirectory("real")
            let writer = try ChildProcess.probe("write", databasePath(in: real), "fast", "1000000")
            for number in 1...5 { try #require(await writer.line() == "\(number)") }
            writer.signal(SIGKILL)
            await writer.wait()
            try folder.makeLink("state.sqlite3", target: "real/state.sqlite3")
            let (reader, _) = try await open(in: folder, .readOnly)
            #expect(try await reader.games().count == 1)
            let (store, outcome) = try await open(in: folder, .readWrite(durable: true))
            #expect(outcome == .existing)
            #expect(try await store.games().count == 1)
            #expect(try folder.names().sorted() == ["real", "state.sqlite3"])
        }
    }

    @Test("a database that another one has replaced is noticed, and a closed store says so")
    func replaced() async throws {
        try await withScratch { folder in
            try await closedDatabase(in: folder)
            let (reader, _) = try await open(in: folder, .readOnly)
            let before = try await reader.dataVersion()
            #expect(try await reader.dataVersion() == before)
            try await python(
                "db = sqlite3.connect(args[0]); db.execute(\"UPDATE game SET exist = 0\"); db.commit()", in: folder)
            #expect(try await reader.dataVersion() != before)
            try await python("os.rename(args[0], args[0] + '.old')", in: folder)
            await #expect(throws: StoreError.replaced(path: databasePath(in: folder))) {
                try await reader.dataVersion()
            }
            await reader.close()
            await #expect(throws: StoreError.closed(path: databasePath(in: folder))) { try await reader.games() }
        }
    }
}
