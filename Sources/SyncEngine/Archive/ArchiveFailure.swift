import SyncArchive
public import SyncCore
import SyncPlatform

/// Why work on an archive ended without its result, and how the process ends then.
///
/// Where nothing else is said, nothing was left behind.
public struct ArchiveFailure: Diagnostic, Equatable {
    public let exit: ExitStatus
    public let code: String
    public let summary: String
    public let hint: String?
    /// The name of the entry that it is about, printable.
    public let entry: String?

    public init(exit: ExitStatus, code: String, summary: String, hint: String? = nil, entry: String? = nil) {
        self.exit = exit
        self.code = code
        self.summary = summary
        self.hint = hint
        self.entry = entry
    }

    public init(_ cause: some Diagnostic, exit: ExitStatus) {
        self.init(exit: exit, code: cause.code, summary: cause.summary, hint: cause.hint)
    }

    /// The code where something was left behind all the same.
    static let notUndone = "extract.notUndone"

    static let interrupted = ArchiveFailure(
        exit: .interrupted, code: "interrupted", summary: "interrupted; nothing was left behind")
}

extension ArchiveFailure {
    /// What a system call met. The hints of ``PlatformError`` speak of installed games.
    init(_ error: PlatformError) {
        self.init(
            exit: error.isFull ? .diskFull : .someFailed, code: error.code, summary: error.summary,
            hint: Self.hint(error))
    }

    /// What an archive that somebody named met. The hints of ``ArchiveError`` speak of servers and configuration.
    init(_ error: ArchiveError, archive: String) {
        guard error != .cancelled else {
            self = .interrupted
            return
        }
        let exit: ExitStatus =
            switch error {
            case .platform(_, let cause) where cause.isFull: .diskFull
            case .outOfMemory: .internalError
            case .unknownEncoding: .usage
            default: .someFailed
            }
        let summary =
            switch error {
            case .platform, .member, .unknownEncoding, .outOfMemory: error.summary
            default: "`\(archive.printable(limit: 200))`: \(error.summary)"
            }
        self.init(
            exit: exit, code: error.code, summary: summary, hint: Self.hint(error), entry: Self.entry(of: error))
    }

    private static func hint(_ error: PlatformError) -> String? {
        if error.isFull { return "Free some space, then try again" }
        return error.isDenied ? error.hint : nil
    }

    private static func hint(_ error: ArchiveError) -> String? {
        switch error {
        case .platform(_, let cause): hint(cause)
        case .notAnArchive, .cutShort, .trailingBytes: "Check that the file is whole, and the one you mean"
        case .tooManyEntries, .unpackedTooLarge, .ratioTooHigh:
            "Archives are unpacked by hand within the default limits; `assetsync sync` has those of its configuration"
        case .entry(_, .passwordRequired): "Name a file that holds the password with `--password-file`"
        case .entry(_, .wrongPassword), .entry(_, .wrongPasswordOrDamaged): "Check what the password file holds"
        case .entry(_, .notInEncoding): "Name another encoding with `--name-encoding`, such as `gb18030` or `shift_jis`"
        default: error.hint
        }
    }

    private static func entry(of error: ArchiveError) -> String? {
        switch error {
        case .entry(let name, _), .member(let name, _): name
        case .platform(let name, _), .ratioTooHigh(let name, _, _): name
        default: nil
        }
    }
}

/// Makes what a failed system call says the failure of the whole.
func failing<Value>(_ call: () throws(PlatformError) -> Value) throws(ArchiveFailure) -> Value {
    do throws(PlatformError) { return try call() } catch { throw ArchiveFailure(error) }
}

extension PlatformError {
    /// Only why, where what and where are said already.
    var reason: String { errno.map { errorText($0) } ?? summary }
}
