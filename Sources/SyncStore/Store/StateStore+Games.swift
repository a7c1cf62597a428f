public import SyncCore

extension StateStore {
    /// All games, sorted by the bytes of their ids.
    public func games() throws(StoreError) -> [GameRecord] {
        try read { db throws(StoreError) in
            var games: [GameRecord] = []
            games.reserveCapacity(Int(try db.number("SELECT count(*) FROM game") ?? 0))
            try db.query(
                """
                SELECT id, exist, hold, damage,
                    version, md5, sha256, verified, bytes, files, installed_at, device, inode, receipt, top_modified,
                    wanted_version, wanted_md5, wanted_sha256,
                    failed_step, failed_code, failed_message, failed_since, failed_attempts, failed_retry_at,
                    failed_refusals, waits_until, waits_words
                FROM game ORDER BY id
                """
            ) { row throws(StoreError) in games.append(try row.record()) }
            return games
        }
    }

    /// What the operator holds back; games that nobody holds are left out.
    public func holds() throws(StoreError) -> [GameID: GameRecord.Hold] {
        try read { db throws(StoreError) in
            var holds: [GameID: GameRecord.Hold] = [:]
            try db.query("SELECT id, hold FROM game WHERE hold <> 'none'") { row throws(StoreError) in
                holds[try row.game(0)] = try row.word(1, GameRecord.Hold.self)
            }
            return holds
        }
    }

    /// Pauses, removes or lets go of games, whether they are known or not.
    public func setHold(_ games: [GameID], _ hold: GameRecord.Hold) throws(StoreError) {
        try write { db throws(StoreError) in
            for game in games {
                try db.run(
                    "INSERT INTO game (id, hold) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET hold = excluded.hold",
                    [.game(game), .text(hold.rawValue)])
            }
            try db.forgetIdleGames()
        }
    }

    /// Records whether installed trees are on disk. Unknown games are ignored.
    public func setExist(_ findings: [(game: GameID, exist: Bool)]) throws(StoreError) {
        try write { db throws(StoreError) in
            for (game, exist) in findings {
                try db.run("UPDATE game SET exist = ?2 WHERE id = ?1", [.game(game), Value(exist)])
            }
        }
    }

    /// Records that these games' trees are gone for good, with their damage and failures; what is wanted and held stays.
    public func removeInstalled(_ games: [GameID]) throws(StoreError) {
        try write { db throws(StoreError) in
            for game in games {
                try db.run(
                    """
                    UPDATE game SET exist = 0, damage = NULL,
                        version = NULL, md5 = NULL, sha256 = NULL, verified = NULL, bytes = NULL, files = NULL,
                        installed_at = NULL, device = NULL, inode = NULL, receipt = NULL, top_modified = NULL,
                        failed_step = NULL, failed_code = NULL, failed_message = NULL,
                        failed_since = NULL, failed_attempts = NULL, failed_retry_at = NULL, failed_refusals = NULL
                    WHERE id = ?1
                    """, [.game(game)])
            }
            try db.forgetIdleGames()
        }
    }

    /// Takes in what was recognised on disk after the database was lost.
    ///
    /// The trees in `records` and `kept` replace what is recorded; what is wanted, held or failed counts only for games
    /// that were not known yet, because the operator may have paused one meanwhile.
    public func adopt(_ records: [GameRecord], kept: [KeptVersion] = []) throws(StoreError) {
        try write { db throws(StoreError) in
            for record in records {
                try db.run(
                    """
                    INSERT INTO game (id, exist, hold, damage,
                        version, md5, sha256, verified, bytes, files, installed_at, device, inode, receipt, top_modified,
                        wanted_version, wanted_md5, wanted_sha256,
                        failed_step, failed_code, failed_message, failed_since, failed_attempts, failed_retry_at,
                        failed_refusals)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET exist = excluded.exist, damage = excluded.damage,
                        version = excluded.version, md5 = excluded.md5, sha256 = excluded.sha256,
                        verified = excluded.verified, bytes = excluded.bytes, files = excluded.files,
                        installed_at = excluded.installed_at, device = excluded.device, inode = excluded.inode,
                        receipt = excluded.receipt, top_modified = excluded.top_modified
                    """,
                    [.game(record.id), Value(record.exist), .text(record.hold.rawValue), Value(record.damage)]
                        + Value.tree(record.installed) + Value.wanted(record.wanted) + Value.failure(record.failure)
                        + [Value.refusals(record.failure)])
            }
            for version in kept { try db.insert(version) }
        }
    }
}

extension Row {
    /// The columns of ``StateStore/games()``.
    fileprivate func record() throws(StoreError) -> GameRecord {
        let wanted = try optionalVersion(15)
        var failure = try failure(from: 18)
        failure?.refusals = Int(clamping: integer(24))
        return GameRecord(
            id: try game(0), installed: try tree(from: 4), exist: truth(1),
            wanted: try wanted.map { version throws(StoreError) in
                GameRecord.Wanted(version: version, digests: try digests(from: 16))
            },
            hold: try word(2, GameRecord.Hold.self), damage: optionalText(3), failure: failure,
            wait: optionalText(26).map { GameRecord.Wait(until: optionalTimestamp(25), words: $0) })
    }
}

extension Connection {
    /// Drops the rows that say nothing: not installed, wanted, held, failed, nor named by another table.
    func forgetIdleGames() throws(StoreError) {
        try run(
            """
            DELETE FROM game
            WHERE version IS NULL AND wanted_version IS NULL AND hold = 'none' AND failed_step IS NULL
                AND NOT EXISTS (SELECT 1 FROM kept WHERE kept.game = game.id)
                AND NOT EXISTS (SELECT 1 FROM intent WHERE intent.game = game.id)
            """)
    }

    /// Makes sure that other tables can name the game.
    func ensure(_ game: GameID) throws(StoreError) {
        try run("INSERT INTO game (id) VALUES (?) ON CONFLICT DO NOTHING", [.game(game)])
    }
}
