extension StateStore {
    /// What ``games()``, ``keptVersions()``, ``manifest()``, ``lastRun()`` and ``activities()`` say at one moment.
    public func snapshot() throws(StoreError) -> StateSnapshot {
        try read { db throws(StoreError) in
            try db.snapshot { () throws(StoreError) in
                StateSnapshot(
                    games: try games(), kept: try keptVersions(), manifest: try manifest(), lastRun: try lastRun(),
                    activities: try activities())
            }
        }
    }
}
