public import SyncCore

extension StateStore {
    /// Records failed attempts. A game that had failed before keeps the moment of its first failure, and its attempts
    /// and refusals add up.
    public func recordFailures(_ failures: [(game: GameID, failure: GameFailure)]) throws(StoreError) {
        try write { db throws(StoreError) in
            for (game, failure) in failures {
                try db.run(
                    """
                    INSERT INTO game (id,
                        failed_step, failed_code, failed_message, failed_since, failed_attempts, failed_retry_at,
                        failed_refusals)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET
                        failed_step = excluded.failed_step, failed_code = excluded.failed_code,
                        failed_message = excluded.failed_message, failed_retry_at = excluded.failed_retry_at,
                        failed_since = ifnull(failed_since, excluded.failed_since),
                        failed_attempts = ifnull(failed_attempts, 0) + excluded.failed_attempts,
                        failed_refusals = ifnull(failed_refusals, 0) + excluded.failed_refusals
                    """, [.game(game)] + Value.failure(failure) + [Value.refusals(failure)])
            }
        }
    }

    public func recordFailure(_ game: GameID, _ failure: GameFailure) throws(StoreError) {
        try recordFailures([(game, failure)])
    }

    /// Forgets failures, because the game is well again or no longer asked for.
    public func clearFailures(_ games: [GameID]) throws(StoreError) {
        try write { db throws(StoreError) in
            for game in games {
                try db.run(
                    """
                    UPDATE game SET failed_step = NULL, failed_code = NULL, failed_message = NULL,
                        failed_since = NULL, failed_attempts = NULL, failed_retry_at = NULL, failed_refusals = NULL
                    WHERE id = ?
                    """, [.game(game)])
            }
            try db.forgetIdleGames()
        }
    }
}
