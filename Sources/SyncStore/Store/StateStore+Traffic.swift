public import SyncCore

extension StateStore {
    /// How many days with traffic are remembered: more than a month has.
    public static let rememberedDays: Int64 = 62

    /// Bytes that came over the line, by the number of the local day.
    public func traffic() throws(StoreError) -> [Int64: Int64] {
        try read { db throws(StoreError) in
            var days: [Int64: Int64] = [:]
            try db.query("SELECT day, bytes FROM traffic") { row throws(StoreError) in
                days[row.integer(0)] = row.integer(1)
            }
            return days
        }
    }

    /// Adds bytes to a day, fewer than none to correct what was added before. Never waits for the disk, whatever the
    /// mode: it is called twice a second.
    public func addTraffic(day: Int64, bytes: Int64) throws(StoreError) {
        try writeLightly { db throws(StoreError) in
            try db.run(
                """
                INSERT INTO traffic (day, bytes) VALUES (?1, max(0, ?2))
                ON CONFLICT (day) DO UPDATE SET bytes = max(0, bytes + ?2)
                """, [.integer(day), .integer(bytes)])
            try db.run(
                "DELETE FROM traffic WHERE id <= (SELECT id FROM traffic ORDER BY id DESC LIMIT 1 OFFSET ?)",
                [.integer(StateStore.rememberedDays)])
        }
    }

    /// Records why games that are behind wait. Unknown games are ignored.
    public func recordWait(_ game: GameID, _ wait: GameRecord.Wait) throws(StoreError) {
        try write { db throws(StoreError) in
            try db.run(
                "UPDATE game SET waits_until = ?2, waits_words = ?3 WHERE id = ?1",
                [.game(game), Value(wait.until), .text(wait.words)])
        }
    }

    /// Forgets why games wait, because they are looked at anew.
    public func clearWaits(_ games: [GameID]) throws(StoreError) {
        try write { db throws(StoreError) in
            for game in games {
                try db.run("UPDATE game SET waits_until = NULL, waits_words = NULL WHERE id = ?", [.game(game)])
            }
        }
    }
}
