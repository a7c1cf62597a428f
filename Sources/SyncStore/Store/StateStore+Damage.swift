public import SyncCore

extension StateStore {
    /// Records what is known against installed trees; nil takes it back.
    ///
    /// - Parameter findings: The receipt says which tree was looked at: a game that has another one now is left as it is.
    /// - Returns: The games that have another tree now.
    /// - Throws: ``StoreError``
    public func recordDamage(
        _ findings: [(game: GameID, receipt: String, damage: String?)]
    ) throws(StoreError) -> Set<GameID> {
        try write { db throws(StoreError) in
            var others: Set<GameID> = []
            for (game, receipt, damage) in findings {
                let same = try db.number(
                    "SELECT count(*) FROM game WHERE id = ? AND receipt = ?", [.game(game), .text(receipt)])
                guard same == 1 else {
                    others.insert(game)
                    continue
                }
                try db.run(
                    "UPDATE game SET damage = ?2 WHERE id = ?1 AND damage IS NOT ?2", [.game(game), Value(damage)])
            }
            return others
        }
    }
}
