import CSQLite
import SyncCore
import SyncPlatform

extension Connection {
    /// Opens to write; makes the file and brings its schema up to date. Nobody else may open it at the same time.
    ///
    /// Throws ``StoreError/corrupt(path:reason:)`` for what is to be set aside.
    static func writing(
        _ file: StateFile, durable: Bool, waiting: BusyWait, migrations: [Migration] = Migration.all
    ) throws(StoreError) -> (Connection, isNew: Bool) {
        let found = try file.requireRegular()
        if found == nil { try file.make() }
        let size = found?.size ?? 0
        let db: Connection
        do throws(StoreError) {
            db = try Connection(
                file.path, path: file.path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, waiting: waiting)
        } catch .notWritable(let path, let reason) {
            // SQLite's last attempt is one to read, whose answer says nothing of why the file could not be made.
            throw .notWritable(path: path, reason: file.folderRefusal ?? reason)
        }
        guard !db.isReadOnly else {
            throw .notWritable(path: db.path, reason: "the file or its file system is read-only")
        }
        if size > 0 { try db.requireMagic() }
        let schema = try db.recognise(known: migrations.count)
        // Refused (the answer names the old mode) where memory cannot be shared between processes; then readers and
        // the writer wait for each other, and all else is the same.
        try db.run("PRAGMA journal_mode = WAL")
        db.keepLogFiles()
        // At each restart the log is cut to this, so that the size of one large change does not stay.
        try db.run("PRAGMA journal_size_limit = 1048576")
        try db.run("PRAGMA foreign_keys = ON")
        if durable {
            try db.run("PRAGMA synchronous = FULL")
        } else {
            try db.run("PRAGMA synchronous = NORMAL")
        }
        if schema > 0, size <= checkedBytes { try db.check() }
        db.leaveLogAlone(false)
        try Migration.migrate(db, by: migrations)
        return (db, schema == 0)
    }

    /// Up to this size every page is looked at when the file is opened to write: 12 ms for the 6 MB that 10,000 games
    /// take, 0.2 s for 60 MB. There is no sign by which damage could be told more cheaply: it comes from disks and other
    /// programs, not from a process that was killed. In larger files it is met in use, and ``StateStore/startOver``
    /// is the answer.
    private static let checkedBytes: Int64 = 64 << 20

    /// Opens to read alone.
    ///
    /// Also says how the file looked where what is read does not follow its changes: where it had to be opened without
    /// locks, or was written by an older assetsync and is read from a copy with the schema of today.
    static func reading(
        _ file: StateFile, waiting: BusyWait, migrations: [Migration] = Migration.all
    ) throws(StoreError) -> (Connection, frozen: StateFile.Appearance?) {
        let appearance = file.appearance
        guard let status = try file.requireRegular(), status.size > 0 || file.hasLog else {
            throw .missing(path: file.shownPath)
        }
        var frozen: StateFile.Appearance?
        var db: Connection
        do throws(StoreError) {
            // SQLite would make a log as little writable as the file, which stays in the way when that is mended.
            guard file.hasLog || status.mode & 0o200 != 0 else {
                throw StoreError.notReadable(path: file.shownPath, reason: "it is read-only")
            }
            db = try Connection(file.path, path: file.path, flags: SQLITE_OPEN_READONLY, waiting: waiting)
            _ = try db.schema()
        } catch .notReadable(let path, let reason) {
            // A reader must open the log's index, and one who may not write cannot make it. Without a log the file
            // alone is the whole truth, as long as it stays as it is.
            guard !file.hasLog else { throw .notReadable(path: path, reason: reason) }
            frozen = appearance
            db = try Connection(
                "file:\(file.path.percentEncodedPath)?immutable=1", path: file.path,
                flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, waiting: waiting)
        }
        let schema = try db.recognise(known: migrations.count)
        guard schema > 0 else { throw .missing(path: file.shownPath) }
        if schema < migrations.count {
            frozen = appearance
            db = try db.copyInMemory()
            try Migration.migrate(db, by: migrations)
        }
        return (db, frozen)
    }

    /// The file itself must begin as every SQLite database does (its file format, section 1.3), also where the log still
    /// holds a good first page: the next checkpoint would write over what somebody put there.
    private func requireMagic() throws(StoreError) {
        let magic = Array("SQLite format 3\0".utf8)
        guard firstBytes(magic.count) == magic else {
            throw .corrupt(path: path, reason: "it does not begin as a database does")
        }
    }

    /// The schema's number; 0 for an empty database. Throws ``StoreError/newerSchema(path:found:known:)``, and
    /// ``StoreError/corrupt(path:reason:)`` for a database that is another program's.
    private func recognise(known: Int) throws(StoreError) -> Int64 {
        // Reads the first page, so this is also where a file that is no database is noticed.
        let schema = try schema()
        let isEmpty = try number("SELECT count(*) FROM sqlite_schema") == 0
        if isEmpty, schema == 0 { return 0 }
        guard try number("PRAGMA application_id") == Migration.applicationID else {
            throw .corrupt(path: path, reason: "it is another program's database")
        }
        guard schema <= known else { throw .newerSchema(path: path, found: schema, known: Int64(known)) }
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
