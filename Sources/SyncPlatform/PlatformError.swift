import CLinux
import Glibc
public import SyncCore

/// A system call that failed.
public enum PlatformError: Diagnostic, Equatable {
    /// `path` is printable, or empty where the call has none.
    case system(call: String, path: String, errno: Int32)
    /// A path holds something of a kind that is never followed or replaced.
    case notADirectory(path: String, found: String)

    /// The error of the C call that just failed.
    static func last(_ call: String, _ path: String) -> PlatformError {
        .system(call: call, path: path.printable(), errno: Glibc.errno)
    }

    public var errno: Int32? {
        if case .system(_, _, let errno) = self { errno } else { nil }
    }

    /// Whether the file system has no room (`ENOSPC`, `EDQUOT`).
    public var isFull: Bool { errno == ENOSPC || errno == EDQUOT }

    /// Whether the name was taken (`EEXIST`).
    public var exists: Bool { errno == EEXIST }

    public var code: String { isFull ? "platform.full" : "platform.system" }
    public var summary: String {
        switch self {
        case .system(let call, let path, let errno):
            if errno == ENOSPC {
                "no space left on the disk for `\(path)`"
            } else if errno == EDQUOT {
                "the disk quota is full at `\(path)`"
            } else {
                path.isEmpty
                    ? "\(call) failed: \(errorText(errno))" : "\(call) of `\(path)` failed: \(errorText(errno))"
            }
        case .notADirectory(let path, let found): "`\(path)` is \(found), not a directory"
        }
    }
    public var hint: String? {
        switch self {
        case .system(_, _, ENOSPC), .system(_, _, EDQUOT): "Free some space, then run `assetsync sync` again"
        case .system(_, _, EXDEV): "Put `games_dir` and `root` on the same file system, without mounts inside"
        case .system(_, _, EACCES), .system(_, _, EPERM): "Check who owns the folder and whether it is immutable"
        case .system(_, _, EROFS): "The file system is mounted read-only"
        case .system(_, _, EBUSY): "Something is mounted there: unmount it, or set `games_dir` to that file system"
        case .system: nil
        case .notADirectory: "Move it away by hand, then run `assetsync sync` again"
        }
    }
    public var retry: Retry { .later }
}

/// `No such file or directory` for `ENOENT`, whatever the locale.
public func errorText(_ errno: Int32) -> String {
    linux_error_text(errno).map { String(cString: $0) } ?? "error \(errno)"
}

/// Repeats a call that was interrupted by a signal and turns -1 into an error.
@discardableResult
func checked(
    _ call: String, _ path: @autoclosure () -> String = "", _ body: () -> Int32
) throws(PlatformError) -> Int32 {
    while true {
        let result = body()
        if result >= 0 { return result }
        if errno == EINTR { continue }
        throw .last(call, path())
    }
}

extension PlatformError {
    /// Whether the file system cannot do what was asked (`EINVAL`, `ENOSYS`, `EOPNOTSUPP`).
    public var isUnsupported: Bool { errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP }
    /// Something on the way is no folder (`ENOTDIR`).
    public var isNotAFolder: Bool { errno == ENOTDIR }
    public var isMissing: Bool { errno == ENOENT }
    public var isReadOnlyFileSystem: Bool { errno == EROFS }
    public var isDenied: Bool { errno == EACCES || errno == EPERM }
}
