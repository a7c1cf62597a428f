public import SyncCore

extension StateStore {
    /// Swaps that were about to happen when the process that recorded them ended, sorted by game.
    public func intents() throws(StoreError) -> [Intent] {
        try read { db throws(StoreError) in
            var intents: [Intent] = []
            try db.query(
                """
                SELECT game, staging,
                    version, md5, sha256, verified, bytes, files, installed_at, device, inode, receipt, top_modified
                FROM intent ORDER BY game
                """
            ) { row throws(StoreError) in
                intents.append(
                    Intent(game: try row.game(0), tree: try row.requiredTree(from: 2), staging: row.text(1)))
            }
            return intents
        }
    }

    /// Records swaps before they happen. A second intent of a game replaces the first.
    public func recordIntents(_ intents: [Intent]) throws(StoreError) {
        try write { db throws(StoreError) in
            for intent in intents {
                try db.ensure(intent.game)
                try db.run(
                    """
                    INSERT OR REPLACE INTO intent (game, staging,
                        version, md5, sha256, verified, bytes, files, installed_at, device, inode, receipt, top_modified)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """, [.game(intent.game), .text(intent.staging)] + Value.tree(intent.tree))
            }
        }
    }

    /// Forgets intents whose swap has not happened and will not.
    public func dropIntents(_ games: [GameID]) throws(StoreError) {
        try write { db throws(StoreError) in
            for game in games { try db.run("DELETE FROM intent WHERE game = ?", [.game(game)]) }
            try db.forgetIdleGames()
        }
    }

    public func dropIntent(_ game: GameID) throws(StoreError) { try dropIntents([game]) }

    /// Records swaps that have happened: the new trees are in place, whole, and their intents are done.
    public func commitSwaps(_ swaps: [SwapCommit]) throws(StoreError) {
        try write { db throws(StoreError) in
            for swap in swaps {
                try db.commit(swap)
            }
        }
    }

    /// Earlier versions kept for rollback, sorted by game, the one kept last first.
    public func keptVersions() throws(StoreError) -> [KeptVersion] {
        try read { db throws(StoreError) in
            var versions: [KeptVersion] = []
            try db.query(
                """
                SELECT game, folder, kept_at,
                    version, md5, sha256, verified, bytes, files, installed_at, device, inode, receipt, top_modified
                FROM kept ORDER BY game, kept_at DESC, folder
                """
            ) { row throws(StoreError) in versions.append(try row.keptVersion()) }
            return versions
        }
    }

    /// Earlier versions of one game, the one kept last first.
    public func keptVersions(of game: GameID) throws(StoreError) -> [KeptVersion] {
        try read { db throws(StoreError) in
            var versions: [KeptVersion] = []
            try db.query(
                """
                SELECT game, folder, kept_at,
                    version, md5, sha256, verified, bytes, files, installed_at, device, inode, receipt, top_modified
                FROM kept WHERE game = ? ORDER BY kept_at DESC, folder
                """, [.game(game)]
            ) { row throws(StoreError) in versions.append(try row.keptVersion()) }
            return versions
        }
    }

    /// Records kept versions; one with the same game and folder is replaced.
    public func insertKept(_ versions: [KeptVersion]) throws(StoreError) {
        try write { db throws(StoreError) in
            for version in versions { try db.insert(version) }
        }
    }

    /// Forgets kept versions by game and folder.
    public func removeKept(_ folders: [(game: GameID, folder: String)]) throws(StoreError) {
        try write { db throws(StoreError) in
            for (game, folder) in folders { try db.removeKept(game, folder) }
            try db.forgetIdleGames()
        }
    }
}

extension Row {
    fileprivate func keptVersion() throws(StoreError) -> KeptVersion {
        KeptVersion(
            game: try game(0), folder: text(1), tree: try requiredTree(from: 3),
            keptAt: Timestamp(seconds: integer(2)))
    }
}

extension Connection {
    fileprivate func commit(_ swap: SwapCommit) throws(StoreError) {
        try ensure(swap.game)
        try run(
            """
            UPDATE game SET exist = 1, damage = NULL,
                version = ?2, md5 = ?3, sha256 = ?4, verified = ?5, bytes = ?6, files = ?7,
                installed_at = ?8, device = ?9, inode = ?10, receipt = ?11, top_modified = ?12,
                failed_step = NULL, failed_code = NULL, failed_message = NULL,
                failed_since = NULL, failed_attempts = NULL, failed_retry_at = NULL, failed_refusals = NULL,
                waits_until = NULL, waits_words = NULL,
                hold = ifnull(?13, hold)
            WHERE id = ?1
            """, [.game(swap.game)] + Value.tree(swap.tree) + [Value(swap.hold?.rawValue)])
        if let taken = swap.taken { try removeKept(swap.game, taken) }
        if let kept = swap.kept { try insert(kept) }
        try run("DELETE FROM intent WHERE game = ?", [.game(swap.game)])
    }

    fileprivate func removeKept(_ game: GameID, _ folder: String) throws(StoreError) {
        try run("DELETE FROM kept WHERE game = ? AND folder = ?", [.game(game), .text(folder)])
    }

    func insert(_ version: KeptVersion) throws(StoreError) {
        try ensure(version.game)
        try run(
            """
            INSERT OR REPLACE INTO kept (game, folder, kept_at,
                version, md5, sha256, verified, bytes, files, installed_at, device, inode, receipt, top_modified)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [.game(version.game), .text(version.folder), Value(version.keptAt)] + Value.tree(version.tree))
    }
}
