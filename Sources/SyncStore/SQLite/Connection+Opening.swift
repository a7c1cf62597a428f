import CSQLite
import SyncCore
import SyncPlatform

extension Connection {
    /// Opens to write; makes the file and brings its schema up to date.
    ///
    /// - Parameters:
    ///   - file: Nobody else opens it at the same time.
    ///   - durable: Whether each commit waits for the disk.
    /// - Returns: The connection, and whether the database was empty.
    /// - Throws: ``StoreError/corrupt(path:reason:)`` for what is to be set aside.
    static func writing(_ file: StateFile, durable: Bool) throws(StoreError) -> (Connection, isNew: Bool) {
        try requireFile(file)
        let db = try Connection(
            file.path, path: file.path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
            busyMilliseconds: StateStore.busyLimit)
        guard !db.isReadOnly else {
            throw .notWritable(path: db.path, reason: "the file or its file system is read-only")
        }
        let schema = try db.recognise()
        try db.run("PRAGMA journal_mode = WAL")
        db.keepLogFiles()
        // On a clean close and at each restart the log is cut to this, so that one large run does not stay.
        try db.run("PRAGMA journal_size_limit = 1048576")
        try db.run("PRAGMA foreign_keys = ON")
        if durable {
            try db.run("PRAGMA synchronous = FULL")
        } else {
            try db.run("PRAGMA synchronous = NORMAL")
        }
        if schema > 0 { try db.check() }
        try Migration.migrate(db)
        return (db, schema == 0)
    }

    /// Opens to read alone.
    ///
    /// - Returns: The connection; and how the file looked where it had to be opened without locks.
    static func reading(_ file: StateFile) throws(StoreError) -> (Connection, unlocked: StateFile.Appearance?) {
        try requireFile(file)
        guard let status = try file.status(), status.size > 0 || file.hasLog else {
            throw .missing(path: file.shownPath)
        }
        do {
            return (try reading(file, uri: false), nil)
        } catch .notReadable(let path, let reason) {
            // A reader must open the log's index, and one who may not write cannot make it. Without a log the file
            // alone is the whole truth, as long as it stays as it is.
            let appearance = file.appearance
            guard !appearance.hasLog else { throw .notReadable(path: path, reason: reason) }
            return (try reading(file, uri: true), appearance)
        }
    }

    private static func reading(_ file: StateFile, uri: Bool) throws(StoreError) -> Connection {
        let db = try Connection(
            uri ? "file:\(file.path.percentEncodedPath)?immutable=1" : file.path, path: file.path,
            flags: SQLITE_OPEN_READONLY | (uri ? SQLITE_OPEN_URI : 0), busyMilliseconds: StateStore.busyLimit)
        guard try db.recognise() > 0 else { throw .missing(path: file.shownPath) }
        return db
    }

    /// A folder, a socket or the like is not handed to SQLite.
    private static func requireFile(_ file: StateFile) throws(StoreError) {
        guard let status = try file.status() else { return }
        switch status.kind {
        case .file: return
        case .directory: throw .corrupt(path: file.shownPath, reason: "it is a folder")
        case .link, .other: throw .corrupt(path: file.shownPath, reason: "it is no regular file")
        }
    }

    /// The schema's number; 0 for an empty database.
    ///
    /// - Throws: ``StoreError/newerSchema(path:found:known:)``; ``StoreError/corrupt(path:reason:)`` for a database
    ///   that is another program's.
    private func recognise() throws(StoreError) -> Int64 {
        // Reads the first page, so this is also where a file that is no database is noticed.
        let schema = try schema()
        let isEmpty = try number("SELECT count(*) FROM sqlite_schema") == 0
        if isEmpty, schema == 0 { return 0 }
        guard try number("PRAGMA application_id") == Migration.applicationID else {
            throw .corrupt(path: path, reason: "it is another program's database")
        }
        let known = Int64(Migration.all.count)
        guard schema <= known else { throw .newerSchema(path: path, found: schema, known: known) }
        guard schema > 0, !isEmpty else { throw .corrupt(path: path, reason: "its schema is not complete") }
        return schema
    }

    /// Looks at every page.
    private func check() throws(StoreError) {
        var problem: String?
        try query("PRAGMA quick_check(1)") { row throws(StoreError) in problem = row.text(0) }
        if let problem, problem != "ok" { throw .corrupt(path: path, reason: problem.printable(limit: 200)) }
    }
}

extension String {
    /// For the path of a `file:` URI.
    var percentEncodedPath: String {
        var result = ""
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "-"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let hex = String(byte, radix: 16, uppercase: true)
                result += hex.count == 1 ? "%0\(hex)" : "%\(hex)"
            }
        }
        return result
    }
}
