extension Migration {
    /// "ASYN": tells our database from any other program's.
    static let applicationID: Int64 = 0x4153_594E

    /// Append only. A migration that has shipped is never edited; a mistake gets a new one.
    ///
    /// A PRAGMA takes no bound values, so each migration spells out its own number.
    static let all: [Migration] = [
        Migration(1, "games, kept versions, intents, manifest, runs") { db throws(StoreError) in
            try db.run("PRAGMA application_id = 0x4153594E")
            try createGames(db)
            try createManifest(db)
            try createRuns(db)
            try db.run("PRAGMA user_version = 1")
        },
        Migration(2, "back-off, waits, traffic") { db throws(StoreError) in
            try addWaits(db)
            try db.run("PRAGMA user_version = 2")
        },
        Migration(3, "signatures, plain http") { db throws(StoreError) in
            try addTrust(db)
            try db.run("PRAGMA user_version = 3")
        },
    ]

    /// `version` to `receipt` describe the installed tree and are NULL together when there is none.
    private static func createGames(_ db: Connection) throws(StoreError) {
        try db.run(
            """
            CREATE TABLE game (
                id TEXT NOT NULL PRIMARY KEY,
                version TEXT,
                exist INTEGER NOT NULL DEFAULT 0 CHECK (exist IN (0, 1)),
                md5 TEXT, sha256 TEXT, verified INTEGER, bytes INTEGER, files INTEGER,
                installed_at INTEGER, device INTEGER, inode INTEGER, receipt TEXT, top_modified INTEGER,
                wanted_version TEXT, wanted_md5 TEXT, wanted_sha256 TEXT,
                hold TEXT NOT NULL DEFAULT 'none' CHECK (hold IN ('none', 'paused', 'removed')),
                damage TEXT,
                failed_step TEXT, failed_code TEXT, failed_message TEXT,
                failed_since INTEGER, failed_attempts INTEGER, failed_retry_at INTEGER,
                CHECK ((version IS NULL) = (receipt IS NULL))
            ) STRICT, WITHOUT ROWID
            """)
        try db.run(
            """
            CREATE TABLE kept (
                game TEXT NOT NULL REFERENCES game (id),
                folder TEXT NOT NULL,
                version TEXT NOT NULL, md5 TEXT, sha256 TEXT, verified INTEGER NOT NULL,
                bytes INTEGER NOT NULL, files INTEGER NOT NULL, installed_at INTEGER NOT NULL,
                device INTEGER NOT NULL, inode INTEGER NOT NULL, receipt TEXT NOT NULL,
                top_modified INTEGER NOT NULL,
                kept_at INTEGER NOT NULL,
                PRIMARY KEY (game, folder)
            ) STRICT, WITHOUT ROWID
            """)
        try db.run(
            """
            CREATE TABLE intent (
                game TEXT NOT NULL PRIMARY KEY REFERENCES game (id),
                staging TEXT NOT NULL,
                version TEXT NOT NULL, md5 TEXT, sha256 TEXT, verified INTEGER NOT NULL,
                bytes INTEGER NOT NULL, files INTEGER NOT NULL, installed_at INTEGER NOT NULL,
                device INTEGER NOT NULL, inode INTEGER NOT NULL, receipt TEXT NOT NULL,
                top_modified INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID
            """)
        try db.run(
            """
            CREATE TABLE activity (
                game TEXT NOT NULL PRIMARY KEY,
                phase TEXT NOT NULL, done INTEGER NOT NULL, total INTEGER
            ) STRICT, WITHOUT ROWID
            """)
    }

    /// The body has a table of its own, so that a note on the manifest does not write megabytes again.
    private static func createManifest(_ db: Connection) throws(StoreError) {
        try db.run(
            """
            CREATE TABLE manifest (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                url TEXT NOT NULL, base TEXT NOT NULL, etag TEXT, last_modified TEXT,
                sequence INTEGER, expires INTEGER, fetched INTEGER, checked INTEGER,
                error TEXT, settled INTEGER NOT NULL, reading TEXT NOT NULL
            ) STRICT
            """)
        try db.run("CREATE TABLE manifest_body (id INTEGER PRIMARY KEY CHECK (id = 1), body BLOB NOT NULL) STRICT")
    }

    /// `changes` counts the rows of `run_game`, so that keeping within bounds need not count them.
    private static func createRuns(_ db: Connection) throws(StoreError) {
        try db.run(
            """
            CREATE TABLE run (
                id INTEGER PRIMARY KEY,
                started INTEGER NOT NULL, finished INTEGER, result TEXT, exit INTEGER,
                installed INTEGER NOT NULL DEFAULT 0, updated INTEGER NOT NULL DEFAULT 0,
                deleted INTEGER NOT NULL DEFAULT 0, failed INTEGER NOT NULL DEFAULT 0,
                bytes_downloaded INTEGER NOT NULL DEFAULT 0, bytes_saved INTEGER NOT NULL DEFAULT 0,
                error TEXT, changes INTEGER NOT NULL DEFAULT 0
            ) STRICT
            """)
        try db.run(
            """
            CREATE TABLE run_game (
                run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
                position INTEGER NOT NULL,
                game TEXT NOT NULL, action TEXT NOT NULL, from_version TEXT, to_version TEXT, outcome TEXT NOT NULL,
                bytes_downloaded INTEGER NOT NULL, bytes_saved INTEGER NOT NULL,
                failed_step TEXT, failed_code TEXT, failed_message TEXT,
                failed_since INTEGER, failed_attempts INTEGER, failed_retry_at INTEGER, note TEXT,
                PRIMARY KEY (run, position)
            ) STRICT, WITHOUT ROWID
            """)
    }

    /// `waits_words` says why a game that is behind is left so for now; NULL when nothing holds it back. `traffic` counts
    /// the bytes of a day, numbered in local time from 1970; rows are forgotten in the order in which they were made, so
    /// that a clock that was wrong for a day costs one row.
    private static func addWaits(_ db: Connection) throws(StoreError) {
        try db.run("ALTER TABLE game ADD COLUMN failed_refusals INTEGER")
        try db.run("ALTER TABLE game ADD COLUMN waits_until INTEGER")
        try db.run("ALTER TABLE game ADD COLUMN waits_words TEXT")
        try db.run(
            """
            CREATE TABLE traffic (
                id INTEGER PRIMARY KEY,
                day INTEGER NOT NULL UNIQUE, bytes INTEGER NOT NULL
            ) STRICT
            """)
    }

    /// `anchor` is NULL for a manifest that was accepted without keys; `next_keys` and `newest_signed` go with it.
    private static func addTrust(_ db: Connection) throws(StoreError) {
        try db.run("ALTER TABLE manifest ADD COLUMN anchor TEXT")
        try db.run("ALTER TABLE manifest ADD COLUMN next_keys TEXT")
        try db.run("ALTER TABLE manifest ADD COLUMN newest_signed INTEGER")
        try db.run("ALTER TABLE manifest ADD COLUMN over_http INTEGER NOT NULL DEFAULT 0")
        try db.run("ALTER TABLE manifest ADD COLUMN over_http_bare INTEGER NOT NULL DEFAULT 0")
    }
}
