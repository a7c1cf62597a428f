public import SyncCore
public import SyncPlatform

/// Why an archive was not opened, unpacked or written.
///
/// Names of entries are printable already.
public enum ArchiveError: Diagnostic, Equatable {
    /// A system call failed; a full disk is here. `entry` is what was being unpacked or packed.
    case platform(entry: String?, PlatformError)
    case notAnArchive(found: String)
    /// The file ends before the archive does.
    case cutShort
    case trailingBytes(Int, after: Int64)
    case ambiguous
    case multiDisk
    case directoryOutside(offset: UInt64, size: UInt64, file: Int64)
    case damagedDirectory(String)
    case directoryTooLarge(bytes: Int64, limit: Int64)
    case namesTooLarge(bytes: Int, limit: Int)
    case tooManyEntries(Int64, limit: Int)
    case unpackedTooLarge(bytes: Int64, limit: Int64)
    /// Of one entry, or of the whole archive.
    case ratioTooHigh(entry: String?, ratio: Int64, limit: Int)
    case noFiles
    case unknownEncoding(String)
    case entry(String, EntryProblem)
    /// Something on disk cannot be packed.
    case member(String, MemberProblem)
    /// A small document in gzip, not an archive.
    case damagedGzip(String)
    case cancelled
    case outOfMemory

    public var code: String {
        switch self {
        case .platform(_, let error): error.code
        case .notAnArchive: "archive.notAnArchive"
        case .cutShort: "archive.cutShort"
        case .trailingBytes: "archive.trailingBytes"
        case .ambiguous: "archive.ambiguous"
        case .multiDisk: "archive.multiDisk"
        case .directoryOutside, .damagedDirectory: "archive.directory"
        case .directoryTooLarge, .namesTooLarge, .tooManyEntries, .unpackedTooLarge, .ratioTooHigh: "archive.limit"
        case .noFiles: "archive.noFiles"
        case .unknownEncoding: "archive.unknownEncoding"
        case .entry(_, let problem): "archive.entry.\(problem.code)"
        case .member: "archive.member"
        case .damagedGzip: "archive.gzip"
        case .cancelled: "archive.cancelled"
        case .outOfMemory: "archive.outOfMemory"
        }
    }

    public var summary: String {
        switch self {
        case .platform(nil, let error): error.summary
        case .platform(let entry?, let error): "`\(entry)`: \(error.summary)"
        case .notAnArchive(let found): "not a zip archive but \(found)"
        case .cutShort: "the archive is cut short: its end record is missing or incomplete"
        case .trailingBytes(let count, let position):
            "\(count) bytes follow the archive's end record at \(position) and are not its comment"
        case .ambiguous: "the file can be read as two different archives: it has more than one end record"
        case .multiDisk: "the archive is one part of a split (multi-disk) archive, which is not supported"
        case .directoryOutside(let offset, let size, let file):
            "the central directory (\(size) bytes at \(offset)) lies outside the file of \(file) bytes"
        case .damagedDirectory(let problem): "the central directory is damaged: \(problem)"
        case .directoryTooLarge(let bytes, let limit):
            "the central directory has \(byteText(bytes)), more than \(byteText(limit))"
        case .namesTooLarge(let bytes, let limit):
            "the folder names or link targets in the archive have \(byteText(Int64(bytes))), more than \(byteText(Int64(limit)))"
        case .tooManyEntries(let count, let limit): "the archive has \(count) entries, more than the limit of \(limit)"
        case .unpackedTooLarge(let bytes, let limit):
            "the archive unpacks to \(bytes) bytes, more than the limit of \(limit)"
        case .ratioTooHigh(let entry, let ratio, let limit):
            "\(entry.map { "`\($0)`" } ?? "the archive") unpacks to \(ratio) times its size, more than the limit of \(limit)"
        case .noFiles: "the archive has no files"
        case .unknownEncoding(let name): "the name encoding `\(name)` is not known"
        case .entry(let name, let problem): "entry `\(name)`: \(problem.description)"
        case .member(let name, let problem): "`\(name)` cannot be packed: \(problem.description)"
        case .damagedGzip(let problem): "not good gzip data: \(problem)"
        case .cancelled: "stopped on request"
        case .outOfMemory: "out of memory"
        }
    }

    public var hint: String? {
        switch self {
        case .platform(_, let error): error.hint
        case .notAnArchive, .cutShort, .trailingBytes: "Check what the URL serves, and upload the archive again"
        case .multiDisk: "Join the parts into one archive"
        case .directoryTooLarge, .namesTooLarge, .noFiles, .cancelled, .outOfMemory, .member, .directoryOutside,
            .damagedDirectory, .damagedGzip:
            nil
        case .ambiguous: "Make the archive again without a comment"
        case .tooManyEntries: "Raise `entries` in `[limits]` if this archive is trusted"
        case .unpackedTooLarge: "Raise `unpacked` in `[limits]` if this archive is trusted"
        case .ratioTooHigh: "Raise `ratio` in `[limits]` if this archive is trusted"
        case .unknownEncoding: "Use `auto` or a name that `iconv -l` lists, such as `gb18030` or `shift_jis`"
        case .entry(_, let problem): problem.hint
        }
    }

    public var retry: Retry {
        switch self {
        case .platform(_, let error): error.retry
        case .cancelled, .outOfMemory: .later
        default: .never
        }
    }

    /// The failed system call, where there was one: tells a full disk.
    public var platformError: PlatformError? {
        if case .platform(_, let error) = self { error } else { nil }
    }

    /// The same failure with the entry named.
    func naming(_ path: @autoclosure () -> String) -> ArchiveError {
        if case .platform(nil, let error) = self { .platform(entry: entryText(path()), error) } else { self }
    }
}

/// An entry's name for messages.
func entryText(_ path: String) -> String { path.printable(limit: 200) }
