public import SyncCore

/// Why a ``FileLock`` was not taken.
public enum LockError: Diagnostic, Equatable {
    /// Somebody else holds it.
    case busy(path: String, holder: FileLock.Holder)
    /// The name is taken by something that is no regular file.
    case notAFile(path: String, found: String)
    case system(PlatformError)
    /// The task was cancelled while it waited.
    case cancelled(path: String)

    public var exit: ExitStatus {
        switch self {
        case .busy: .lockBusy
        case .system(let error): error.isFull ? .diskFull : .internalError
        case .notAFile: .internalError
        case .cancelled: .interrupted
        }
    }

    public var code: String {
        switch self {
        case .busy: "lock.busy"
        case .notAFile: "lock.kind"
        case .system(let error): error.code
        case .cancelled: "lock.cancelled"
        }
    }

    public var summary: String {
        switch self {
        case .busy(let path, let holder): "the lock `\(path)` is held by \(holder)"
        case .notAFile(let path, let found): "the lock `\(path)` is \(found), not a file"
        case .system(let error): error.summary
        case .cancelled(let path): "interrupted while waiting for the lock `\(path)`"
        }
    }

    public var hint: String? {
        switch self {
        case .busy: "Let it finish, or use `--wait`"
        case .notAFile: "Move it away by hand; assetsync makes the file itself"
        case .system(let error): error.hint
        case .cancelled: nil
        }
    }

    public var retry: Retry {
        switch self {
        case .busy, .system: .later
        case .notAFile, .cancelled: .never
        }
    }
}
