import CSQLite
import Glibc
import SyncPlatform

extension StoreError {
    /// Says what an (extended) result code of SQLite means for the user.
    ///
    /// `errno` is of the system call behind it and counts only for the codes that come from one; `message` is SQLite's
    /// own words, used where there is nothing better; `writing` says whether the database was opened to be written.
    init(code: Int32, errno: Int32, message: String, path: String, writing: Bool) {
        // The low byte is the primary code.
        let primary = code & 0xFF
        let fromSystem = primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN || primary == SQLITE_FULL
        let cause = fromSystem && errno != 0 ? errorText(errno) : message
        self =
            switch (primary, fromSystem ? errno : 0) {
            case (SQLITE_FULL, _), (_, ENOSPC), (_, EDQUOT): .full(path: path)
            case (SQLITE_BUSY, _), (SQLITE_LOCKED, _): .busy(path: path)
            case (SQLITE_CORRUPT, _): .corrupt(path: path, reason: message)
            case (SQLITE_NOTADB, _): .corrupt(path: path, reason: "it is not a database")
            // Nothing that we write has a gigabyte, so such a length was read from a page that something else wrote.
            case (SQLITE_TOOBIG, _): .corrupt(path: path, reason: message)
            case (SQLITE_READONLY, _), (SQLITE_PERM, _), (SQLITE_CANTOPEN, _):
                writing ? .notWritable(path: path, reason: cause) : .notReadable(path: path, reason: cause)
            default: .failed(path: path, reason: cause)
            }
    }
}
