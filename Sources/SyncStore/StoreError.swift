public import SyncCore

/// Why the state database could not be used. Paths and reasons are printable.
public enum StoreError: Diagnostic, Equatable {
    /// Opened only to read, and there is no state yet.
    case missing(path: String)
    /// Written by a newer assetsync. Never set aside: the newer one still needs it.
    case newerSchema(path: String, found: Int64, known: Int64)
    /// Another program kept it locked for longer than ``StateStore/busyLimit``.
    case busy(path: String)
    case notWritable(path: String, reason: String)
    case notReadable(path: String, reason: String)
    case full(path: String)
    /// Its content is no state database or is damaged. ``StateStore/startOver(after:now:)`` is the way out.
    case corrupt(path: String, reason: String)
    /// Anything else that SQLite or the system refused, an I/O error for one.
    case failed(path: String, reason: String)
    /// Another file has taken the place of the one that is open.
    case replaced(path: String)
    /// Used after ``StateStore/close()``.
    case closed(path: String)

    public var exit: ExitStatus {
        switch self {
        case .busy: .lockBusy
        case .full: .diskFull
        case .missing, .newerSchema, .notWritable, .notReadable, .corrupt, .failed, .replaced, .closed:
            .internalError
        }
    }

    public var code: String {
        switch self {
        case .missing: "store.missing"
        case .newerSchema: "store.newer"
        case .busy: "store.busy"
        case .notWritable: "store.not-writable"
        case .notReadable: "store.not-readable"
        case .full: "store.full"
        case .corrupt: "store.corrupt"
        case .failed: "store.failed"
        case .replaced: "store.replaced"
        case .closed: "store.closed"
        }
    }

    public var summary: String {
        switch self {
        case .missing(let path): "there is no state database `\(path)` yet"
        case .newerSchema(let path, let found, let known):
            "the state database `\(path)` has schema \(found), this assetsync knows up to \(known)"
        case .busy(let path): "the state database `\(path)` is locked by another program"
        case .notWritable(let path, let reason): "cannot write the state database `\(path)`: \(reason)"
        case .notReadable(let path, let reason): "cannot read the state database `\(path)`: \(reason)"
        case .full(let path): "no space left on the disk for the state database `\(path)`"
        case .corrupt(let path, let reason): "the state database `\(path)` is damaged: \(reason)"
        case .failed(let path, let reason): "the state database `\(path)` failed: \(reason)"
        case .replaced(let path): "the state database `\(path)` was replaced by another file"
        case .closed(let path): "the state database `\(path)` is already closed"
        }
    }

    public var hint: String? {
        switch self {
        case .missing: "Run `assetsync sync` first"
        case .newerSchema: "Use the newer assetsync that wrote it, or another `root`"
        case .busy: "Find the program with `fuser` and let it finish, then try again"
        case .notWritable: "Check who owns the file and its folder, and run as that user"
        case .notReadable:
            "Check the permissions of the file and its folder: at first only its owner and group may read it"
        case .full: "Free some space, then run `assetsync sync` again"
        case .corrupt: "Run `assetsync sync`: it sets the file aside and rebuilds the state from the installed games"
        case .failed, .replaced, .closed: nil
        }
    }

    public var retry: Retry {
        switch self {
        case .busy, .full, .failed, .replaced: .later
        case .missing, .newerSchema, .notWritable, .notReadable, .corrupt, .closed: .never
        }
    }
}
