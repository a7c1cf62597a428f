import CSQLite
import Glibc
import SyncCore

/// Owns one `sqlite3` and its prepared statements. Not Sendable: it lives inside one actor.
///
/// SQL is always a `StaticString`, so the compiler refuses SQL that is put together from values.
final class Connection {
    let path: String
    private let handle: OpaquePointer
    private let writes: Bool
    /// Kept alive for SQLite, which has only its address.
    private let waiting: BusyWait
    private var statements: [UnsafePointer<UInt8>: OpaquePointer] = [:]

    /// Opens `name`, a path or, when `flags` say so, a `file:` URI; `path` is for messages.
    init(_ name: String, path: String, flags: Int32, waiting: BusyWait) throws(StoreError) {
        self.path = path.printable()
        self.waiting = waiting
        writes = flags & SQLITE_OPEN_READWRITE != 0
        var handle: OpaquePointer?
        // One thread at a time uses it, so SQLite needs no mutex of its own.
        let flags = flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let result = sqlite3_open_v2(name, &handle, flags, nil)
        guard let handle else { throw .failed(path: self.path, reason: "out of memory") }
        self.handle = handle
        guard result == SQLITE_OK else { throw error(result) }
        waiting.install(on: handle)
        leaveLogAlone(true)
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    /// Whether SQLite could open the file only to read it.
    var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

    /// Whether closing leaves the log as it is. So it is until the database is known to be ours: else closing a ruined
    /// one would change it.
    func leaveLogAlone(_ on: Bool) {
        // A refusal would only make closing do what it does without this.
        _ = sqlite_set_switch(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, on ? 1 : 0)
    }

    /// Keeps the `-wal` and `-shm` files when the last connection closes, so that a user who may only read, and so
    /// could not make them, can always follow.
    func keepLogFiles() {
        var on: Int32 = 1
        // Only a convenience: where it is refused, readers find another way.
        _ = sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &on)
    }

    /// The first bytes of the file itself, past the log; nil when it has fewer.
    func firstBytes(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return sqlite_read_file(handle, &bytes, Int32(count), 0) == SQLITE_OK ? bytes : nil
    }

    /// Runs a statement to its end and drops any rows.
    func run(_ sql: StaticString, _ values: [Value] = []) throws(StoreError) {
        try query(sql, values) { _ throws(StoreError) in }
    }

    /// Runs a statement and hands each row to `body`. A statement must not be run again inside its own `body`.
    func query(
        _ sql: StaticString, _ values: [Value] = [], _ body: (Row) throws(StoreError) -> Void
    ) throws(StoreError) {
        let statement = try prepared(sql)
        // Also ends the read transaction of a statement that failed halfway.
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1), of: statement) }
        let row = Row(statement: statement, path: path)
        while true {
            errno = 0
            switch sqlite3_step(statement) {
            case SQLITE_ROW: try body(row)
            case SQLITE_DONE: return
            case let code: throw error(code)
            }
        }
    }

    /// The first column of the first row as a number; nil without a row.
    func number(_ sql: StaticString, _ values: [Value] = []) throws(StoreError) -> Int64? {
        var result: Int64?
        try query(sql, values) { row throws(StoreError) in if result == nil { result = row.integer(0) } }
        return result
    }

    /// How many rows the last statement changed.
    var changes: Int { Int(sqlite3_changes64(handle)) }

    /// All of `body` or nothing of it is kept. The write lock is taken at once, so nothing fails halfway for want of it.
    func transaction<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        try run("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // Some errors (a full disk) have ended the transaction already; the first error is the one that counts.
            if sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
            throw error
        }
    }

    /// A copy in memory that has nothing to do with the file any more.
    func copyInMemory() throws(StoreError) -> Connection {
        let copy = try Connection(
            ":memory:", path: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY, waiting: waiting)
        guard let backup = sqlite3_backup_init(copy.handle, "main", handle, "main") else { throw copy.lastError }
        let result = sqlite3_backup_step(backup, -1)
        sqlite3_backup_finish(backup)
        guard result == SQLITE_DONE else { throw error(result) }
        return copy
    }

    /// All queries of `body` see the same moment.
    func snapshot<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        try run("BEGIN DEFERRED")
        // Nothing was changed, so either end would do; this one cannot fail for want of a lock.
        defer { try? run("ROLLBACK") }
        return try body()
    }

    private func prepared(_ sql: StaticString) throws(StoreError) -> OpaquePointer {
        let text = sql.utf8Start
        if let statement = statements[text] { return statement }
        var statement: OpaquePointer?
        let result = text.withMemoryRebound(to: CChar.self, capacity: sql.utf8CodeUnitCount) {
            sqlite3_prepare_v3(
                handle, $0, Int32(sql.utf8CodeUnitCount), UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        }
        guard result == SQLITE_OK, let statement else {
            // The text is ours and constant, so an unknown table or column means that the schema is not ours.
            if result == SQLITE_ERROR { throw .corrupt(path: path, reason: message) }
            throw error(result)
        }
        statements[text] = statement
        return statement
    }

    private func bind(_ value: Value, at index: Int32, of statement: OpaquePointer) throws(StoreError) {
        let result =
            switch value {
            case .null: sqlite3_bind_null(statement, index)
            case .integer(let number): sqlite3_bind_int64(statement, index, number)
            case .text(let text): bindText(text, at: index, of: statement)
            case .blob(let bytes):
                bytes.withUnsafeBytes { buffer in
                    // An empty array may have no address, and NULL would bind as NULL.
                    buffer.isEmpty
                        ? sqlite3_bind_zeroblob(statement, index, 0)
                        : sqlite_bind_blob_copy(statement, index, buffer.baseAddress, UInt64(buffer.count))
                }
            }
        guard result == SQLITE_OK else { throw error(result) }
    }

    private func bindText(_ text: String, at index: Int32, of statement: OpaquePointer) -> Int32 {
        var text = text
        return text.withUTF8 { utf8 in
            guard let count = Int32(exactly: utf8.count) else { return SQLITE_TOOBIG }
            guard let start = utf8.baseAddress else { return sqlite_bind_text_copy(statement, index, "", 0) }
            return start.withMemoryRebound(to: CChar.self, capacity: utf8.count) {
                sqlite_bind_text_copy(statement, index, $0, count)
            }
        }
    }

    private var lastError: StoreError { error(sqlite3_extended_errcode(handle)) }

    private var message: String { String(cString: sqlite3_errmsg(handle)).printable(limit: 200) }

    private func error(_ code: Int32) -> StoreError {
        // SQLite does not tell it of a flush that failed in a commit.
        let last = errno
        let told = sqlite3_system_errno(handle)
        return StoreError(
            code: code, errno: told == 0 ? last : told, message: message, path: path, writing: writes)
    }
}
