public import SyncCore

extension StateStore {
    /// How many runs are remembered.
    public static let rememberedRuns: Int64 = 1_000
    /// How many changes of games are remembered over all runs; of the newest run all are.
    public static let rememberedChanges: Int64 = 100_000

    /// Records that a run begins. Runs that never ended were killed, because whoever calls this holds the lock: they
    /// count as interrupted. What a killed run was doing is forgotten.
    public func beginRun(started: Timestamp) throws(StoreError) -> RunRecord {
        try write { db throws(StoreError) in
            try db.run("UPDATE run SET result = 'interrupted' WHERE result IS NULL")
            try db.run("DELETE FROM activity")
            let id = try db.number("INSERT INTO run (started) VALUES (?) RETURNING id", [Value(started)])
            return RunRecord(id: id ?? 0, started: started)
        }
    }

    /// Records how a run ended and what it changed, and forgets the oldest runs beyond the bounds.
    public func finishRun(_ run: RunRecord, changes: [GameReport]) throws(StoreError) {
        try write { db throws(StoreError) in
            // The row may be gone: the database may have been started over while the run went on.
            try db.run(
                """
                INSERT OR REPLACE INTO run (id, started, finished, result, exit, installed, updated, deleted, failed,
                    bytes_downloaded, bytes_saved, error, changes)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    .integer(run.id), Value(run.started), Value(run.finished), Value(run.result?.rawValue),
                    Value(run.exit.map(Int64.init)), .integer(Int64(run.installed)), .integer(Int64(run.updated)),
                    .integer(Int64(run.deleted)), .integer(Int64(run.failed)), .integer(run.bytesDownloaded),
                    .integer(run.bytesSaved), Value(run.error), .integer(Int64(changes.count)),
                ])
            for (position, change) in changes.enumerated() { try db.insert(change, Int64(position), of: run) }
            try db.forgetOldRuns()
        }
    }

    /// The newest run, which may still go on.
    public func lastRun() throws(StoreError) -> RunRecord? {
        try runs(limit: 1).first
    }

    /// The newest runs, newest first, each with what it changed.
    public func history(limit: Int) throws(StoreError) -> [(run: RunRecord, changes: [GameReport])] {
        try read { db throws(StoreError) in
            try db.snapshot { () throws(StoreError) in
                var history: [(run: RunRecord, changes: [GameReport])] = []
                for run in try runs(limit: limit) { history.append((run, try changes(of: run))) }
                return history
            }
        }
    }

    private func runs(limit: Int) throws(StoreError) -> [RunRecord] {
        try read { db throws(StoreError) in
            var runs: [RunRecord] = []
            try db.query(
                """
                SELECT id, started, finished, result, exit, installed, updated, deleted, failed,
                    bytes_downloaded, bytes_saved, error
                FROM run ORDER BY id DESC LIMIT ?
                """, [.integer(Int64(max(0, limit)))]
            ) { row throws(StoreError) in runs.append(try row.run()) }
            return runs
        }
    }

    private func changes(of run: RunRecord) throws(StoreError) -> [GameReport] {
        try read { db throws(StoreError) in
            var changes: [GameReport] = []
            try db.query(
                """
                SELECT game, action, from_version, to_version, outcome, bytes_downloaded, bytes_saved,
                    failed_step, failed_code, failed_message, failed_since, failed_attempts, failed_retry_at, note
                FROM run_game WHERE run = ? ORDER BY position
                """, [.integer(run.id)]
            ) { row throws(StoreError) in changes.append(try row.change()) }
            return changes
        }
    }
}

extension Row {
    fileprivate func run() throws(StoreError) -> RunRecord {
        var run = RunRecord(id: integer(0), started: Timestamp(seconds: integer(1)))
        run.finished = optionalTimestamp(2)
        run.result = isNull(3) ? nil : try word(3, RunRecord.Result.self)
        run.exit = optionalInteger(4).map { Int32(clamping: $0) }
        run.installed = Int(clamping: integer(5))
        run.updated = Int(clamping: integer(6))
        run.deleted = Int(clamping: integer(7))
        run.failed = Int(clamping: integer(8))
        run.bytesDownloaded = integer(9)
        run.bytesSaved = integer(10)
        run.error = optionalText(11)
        return run
    }

    fileprivate func change() throws(StoreError) -> GameReport {
        GameReport(
            id: text(0), action: try word(1, Action.self), from: try optionalVersion(2), to: try optionalVersion(3),
            outcome: try word(4, GameReport.Outcome.self), bytesDownloaded: integer(5), bytesSaved: integer(6),
            error: try failure(from: 7), note: optionalText(13))
    }
}

extension Connection {
    fileprivate func insert(_ change: GameReport, _ position: Int64, of run: RunRecord) throws(StoreError) {
        // A refused entry may have an id of any length; its beginning tells which one it was.
        let id = change.id.utf8.count > 1_000 ? String(change.id.prefix(200)) + "…" : change.id
        try self.run(
            """
            INSERT OR REPLACE INTO run_game (run, position, game, action, from_version, to_version, outcome,
                bytes_downloaded, bytes_saved,
                failed_step, failed_code, failed_message, failed_since, failed_attempts, failed_retry_at, note)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(run.id), .integer(position), .text(id), .text(change.action.rawValue),
                Value(change.from?.text), Value(change.to?.text), .text(change.outcome.rawValue),
                .integer(change.bytesDownloaded), .integer(change.bytesSaved),
            ] + Value.failure(change.error) + [Value(change.note)])
    }

    /// The changes of forgotten runs go with them (`ON DELETE CASCADE`).
    fileprivate func forgetOldRuns() throws(StoreError) {
        try run(
            "DELETE FROM run WHERE id <= (SELECT id FROM run ORDER BY id DESC LIMIT 1 OFFSET ?)",
            [.integer(StateStore.rememberedRuns)])
        try run(
            """
            DELETE FROM run WHERE id < (SELECT max(id) FROM run) AND id IN (
                SELECT id FROM (SELECT id, sum(changes) OVER (ORDER BY id DESC) AS total FROM run) WHERE total > ?)
            """, [.integer(StateStore.rememberedChanges)])
    }
}
