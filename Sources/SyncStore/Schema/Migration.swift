/// One step of the schema. Number N turns schema N-1 into N.
struct Migration: Sendable {
    let number: Int64
    let summary: String
    let apply: @Sendable (Connection) throws(StoreError) -> Void

    init(_ number: Int64, _ summary: String, _ apply: @escaping @Sendable (Connection) throws(StoreError) -> Void) {
        self.number = number
        self.summary = summary
        self.apply = apply
    }

    /// Brings the database to the newest schema, each step in one transaction of its own.
    ///
    /// Another process may do the same at the same time: the number is read again under the write lock.
    static func migrate(_ db: Connection, by migrations: [Migration] = all) throws(StoreError) {
        // Without a look first, a database that needs nothing could not be opened while somebody else writes.
        let present = try db.schema()
        for migration in migrations where present < migration.number {
            try db.transaction { () throws(StoreError) in
                guard try db.schema() < migration.number else { return }
                try migration.apply(db)
                guard try db.schema() == migration.number else {
                    throw .failed(path: db.path, reason: "migration \(migration.number) did not record its number")
                }
            }
        }
    }
}

extension Connection {
    /// The number of the last migration that was applied; 0 for a new file.
    func schema() throws(StoreError) -> Int64 { try number("PRAGMA user_version") ?? 0 }
}
