import Glibc
import SyncCore
import SyncPlatform

/// The database as a file with two companions, `-wal` and `-shm`.
///
/// It is only ever looked at by `stat`: closing any descriptor of a file drops all POSIX locks that the process has on
/// it, SQLite's own among them.
struct StateFile: Sendable {
    let path: String
    private let folder: String
    private let name: String

    init(_ path: String) {
        self.path = path
        if let slash = path.lastIndex(of: "/") {
            folder = slash == path.startIndex ? "/" : String(path[..<slash])
            name = String(path[path.index(after: slash)...])
        } else {
            folder = "."
            name = path
        }
    }

    var shownPath: String { path.printable() }

    /// What tells whether a file that is not followed has changed.
    struct Appearance: Equatable {
        let file: FileStamp?
        let log: FileStamp?
    }

    /// The file a link leads to, as SQLite follows it; nil when there is nothing.
    ///
    /// - Throws: ``StoreError/corrupt(path:reason:)`` for a folder, a socket or the like, which SQLite must not open.
    func requireRegular() throws(StoreError) -> FileStatus? {
        let found: FileStatus?
        do throws(PlatformError) {
            found = try FileStatus(at: path)
        } catch {
            throw .notReadable(path: shownPath, reason: error.reason)
        }
        switch found?.kind {
        case nil, .file: return found
        case .directory: throw .corrupt(path: shownPath, reason: "it is a folder")
        case .link, .other: throw .corrupt(path: shownPath, reason: "it is no regular file")
        }
    }

    /// Where SQLite has the log: beside the file itself, not beside a link to it.
    private var logPath: String {
        guard let resolved = realpath(path, nil) else { return path + "-wal" }
        defer { free(resolved) }
        return String(cString: resolved) + "-wal"
    }

    /// Nil when there is none or it cannot be looked at.
    var identity: TreeIdentity? { FileStamp(at: path)?.identity }

    var appearance: Appearance { Appearance(file: FileStamp(at: path), log: FileStamp(at: logPath)) }

    /// Makes it, empty, for its owner and group alone: the manifest in it may have secrets in its URLs. SQLite gives its
    /// companions the same mode, and says why when it cannot be made; only of a full disk it knows nothing.
    func make() throws(StoreError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o640)
        guard descriptor < 0 else {
            close(descriptor)
            return
        }
        if errno == ENOSPC || errno == EDQUOT { throw .full(path: shownPath) }
    }

    /// Whether there is a `-wal` with something in it, which counts before the file itself.
    var hasLog: Bool { (FileStamp(at: logPath)?.size ?? 0) > 0 }

    /// Why no file can be made in the folder; nil when one can.
    var folderRefusal: String? {
        do throws(PlatformError) {
            try Directory(opening: folder).requireWritable()
            return nil
        } catch {
            return error.reason
        }
    }

    /// Runs `body` while no other process opens or replaces the database.
    func alone<Result>(waiting: BusyWait, _ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        let directory: Directory
        do {
            directory = try Directory(opening: folder)
        } catch {
            throw .notWritable(path: shownPath, reason: error.reason)
        }
        guard directory.lock(milliseconds: 2 * StateStore.busyLimit, unless: { waiting.isOver }) else {
            throw .busy(path: shownPath)
        }
        defer { directory.unlock() }
        return try body()
    }

    /// Renames the file and its companions to `<name>.corrupt-<time>`, never over anything.
    ///
    /// - Parameters:
    ///   - now: For the new name.
    ///   - durable: Whether the renames are on the disk when the call returns.
    /// - Returns: The new path of the file itself.
    /// - Throws: ``StoreError/notWritable(path:reason:)``, ``StoreError/full(path:)``
    func setAside(now: Timestamp, durable: Bool) throws(StoreError) -> String {
        let stamp = now.description.filter { $0 != "-" && $0 != ":" }
        do {
            let directory = try Directory(opening: folder)
            var aside = "\(name).corrupt-\(stamp)"
            var count = 1
            while try directory.status(aside) != nil {
                count += 1
                aside = "\(name).corrupt-\(stamp)-\(count)"
            }
            // The file first: left alone, its log would be taken for the log of the file that comes next.
            for suffix in ["", "-wal", "-shm"] where try directory.status(name + suffix) != nil {
                try directory.renameNew(name + suffix, to: directory, as: aside + suffix)
            }
            if durable { try directory.flush() }
            return (folder == "/" ? "/" : folder + "/") + aside
        } catch {
            if error.isFull { throw .full(path: shownPath) }
            throw .notWritable(path: shownPath, reason: "it is damaged and cannot be set aside: \(error.reason)")
        }
    }
}

extension PlatformError {
    /// The system's words alone, for a sentence that has a path of its own.
    var reason: String { errno.map { errorText($0) } ?? summary }
}
