import CSQLite

/// The present row of a running statement. Valid only inside the closure that it is handed to.
struct Row {
    let statement: OpaquePointer
    /// For errors.
    let path: String

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

    func truth(_ column: Int32) -> Bool { integer(column) != 0 }

    func text(_ column: Int32) -> String { optionalText(column) ?? "" }

    /// Bytes that are no UTF-8 come as U+FFFD; nothing here writes such.
    func optionalText(_ column: Int32) -> String? {
        guard let start = sqlite3_column_text(statement, column) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func bytes(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(statement, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }

    /// A value that no writer of ours could have left there.
    func malformed(_ what: String) -> StoreError { .corrupt(path: path, reason: "\(what) is not valid") }
}
