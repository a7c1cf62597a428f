import SyncCore
import SyncPlatform
import TestSupport
import Testing

@testable import SyncStore

@Suite("Migrations") struct MigrationTests {
    /// A schema that a later assetsync might have.
    private static let later =
        Migration.all + [
            Migration(4, "a colour") { db throws(StoreError) in
                try db.run("ALTER TABLE game ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'")
                try db.run("PRAGMA user_version = 4")
            }
        ]

    private func write(_ folder: Directory, _ migrations: [Migration]) throws(StoreError) -> Connection {
        try Connection.writing(
            StateFile(databasePath(in: folder)), durable: false, waiting: BusyWait(milliseconds: 1_000),
            migrations: migrations
        ).0
    }

    @Test("they are numbered without a gap")
    func numbers() {
        #expect(Migration.all.map(\.number) == Array(1...Int64(Migration.all.count)))
    }

    @Test("an older database is brought up to date and keeps what it knows")
    func upgrade() async throws {
        try await withScratch { folder in
            try await closedDatabase(in: folder)
            _ = try write(folder, Self.later)
            let lines = try await python(
                """
                db = sqlite3.connect(args[0])
                say(db.execute("SELECT id, version, exist, colour FROM game").fetchall())
                say(db.execute("PRAGMA user_version").fetchone()[0])
                """, in: folder)
            #expect(lines == ["[('snake', '1.0', 1, 'red')]", "4"])
        }
    }

    @Test("a database of the first schema keeps its games and their failures")
    func first() async throws {
        try await withScratch { folder in
            // Closed when it goes.
            try write(folder, [Migration.all[0]]).run(
                """
                INSERT INTO game (id, failed_step, failed_code, failed_message, failed_since, failed_attempts)
                VALUES ('snake', 'download', 'transfer.lost', 'gone', 1767000003, 4)
                """)
            let (store, outcome) = try await open(in: folder, .readWrite(durable: false))
            #expect(outcome == .existing)
            let failure = try await store.games().first?.failure
            #expect(failure?.attempts == 4)
            #expect(failure?.refusals == 0)
        }
    }

    @Test("who may only read gets an older database in today's schema, and the file stays as it was")
    func readOlder() async throws {
        try await withScratch { folder in
            try await closedDatabase(in: folder)
            let (db, frozen) = try Connection.reading(
                StateFile(databasePath(in: folder)), waiting: BusyWait(milliseconds: 1_000), migrations: Self.later)
            #expect(frozen != nil)
            #expect(try db.number("SELECT count(*) FROM game WHERE colour = 'red'") == 1)
            #expect(
                try await python(
                    "say(sqlite3.connect(args[0]).execute('PRAGMA user_version').fetchone()[0])", in: folder)
                    == ["3"])
        }
    }

    @Test("one that fails halfway leaves the database as it was")
    func failure() async throws {
        try await withScratch { folder in
            try await closedDatabase(in: folder)
            let broken =
                Migration.all + [
                    Migration(4, "breaks") { db throws(StoreError) in
                        try db.run("CREATE TABLE half (x)")
                        try db.run("PRAGMA user_version = 4")
                        throw .full(path: "disk")
                    }
                ]
            #expect(throws: StoreError.full(path: "disk")) { try write(folder, broken) }
            let (store, outcome) = try await open(in: folder, .readWrite(durable: false))
            #expect(outcome == .existing)
            #expect(try await store.games().count == 1)
            #expect(
                try await python(
                    "say(sqlite3.connect(args[0]).execute(\"SELECT count(*) FROM sqlite_schema WHERE name = 'half'\").fetchone()[0])",
                    in: folder) == ["0"])
        }
    }

    @Test("one that forgets its number is refused")
    func forgotten() async throws {
        try await withScratch { folder in
            let forgetful = Migration.all + [Migration(4, "forgets") { _ throws(StoreError) in }]
            let error = #expect(throws: StoreError.self) { try write(folder, forgetful) }
            #expect(error?.code == "store.failed")
        }
    }

    @Test("a path with signs that mean something in a URI is a path like any other")
    func oddPath() async throws {
        #expect("/a b/%41?x#y/é".percentEncodedPath == "/a%20b/%2541%3Fx%23y/%C3%A9")
        try await withScratch { folder in
            let odd = try folder.makeDirectory("50% off? #1 é")
            try await closedDatabase(in: odd)
            let db = try Connection(
                "file:\(databasePath(in: odd).percentEncodedPath)?immutable=1", path: "", flags: 0x01 | 0x40,
                waiting: BusyWait(milliseconds: 0))
            #expect(try db.number("SELECT count(*) FROM game") == 1)
        }
    }
}
