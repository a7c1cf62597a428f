public import SyncCore

extension StateStore {
    /// What the running sync does with each game right now, sorted by game. After `kill -9` it says what it did then:
    /// it counts only while somebody holds the lock.
    public func activities() throws(StoreError) -> [Activity] {
        try read { db throws(StoreError) in
            var activities: [Activity] = []
            try db.query("SELECT game, phase, done, total FROM activity ORDER BY game") { row throws(StoreError) in
                activities.append(
                    Activity(
                        game: try row.game(0), phase: try row.word(1, ProgressEvent.Phase.self), done: row.integer(2),
                        total: row.optionalInteger(3)))
            }
            return activities
        }
    }

    /// Replaces all activities. Never waits for the disk, whatever the mode: after a power cut nothing runs anyway.
    public func setActivities(_ activities: [Activity]) throws(StoreError) {
        try writeLightly { db throws(StoreError) in
            try db.run("DELETE FROM activity")
            for activity in activities {
                try db.run(
                    "INSERT OR REPLACE INTO activity (game, phase, done, total) VALUES (?, ?, ?, ?)",
                    [
                        .game(activity.game), .text(activity.phase.rawValue), .integer(activity.done),
                        Value(activity.total),
                    ])
            }
        }
    }

    public func clearActivities() throws(StoreError) { try setActivities([]) }
}
