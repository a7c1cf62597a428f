import SyncArchive

/// Lets others watch work on an archive and stop it.
public final class ArchiveControl: Sendable {
    let extraction: ExtractionControl
    private let progress: (@Sendable (ArchiveProgress) -> Void)?

    /// - Parameter progress: Called from several threads at once, after every block: whoever shows it throttles.
    public init(progress: (@Sendable (ArchiveProgress) -> Void)? = nil) {
        self.progress = progress
        guard let progress else {
            extraction = ExtractionControl()
            return
        }
        extraction = ExtractionControl { progress(ArchiveProgress($0)) }
    }

    /// Asks the work to stop at the next safe point. Returns at once; may be called more than once, from any thread.
    public func requestStop() { extraction.cancel() }

    /// For work that is more than one archive.
    func report(_ state: ArchiveProgress) { progress?(state) }

    var isStopRequested: Bool { extraction.isCancelled }

    func checkStopped() throws(ArchiveFailure) {
        if isStopRequested { throw .interrupted }
    }
}

/// How far work on an archive is: totals, never increments.
public struct ArchiveProgress: Sendable, Equatable {
    /// Unpacked bytes so far, and of everything that was chosen.
    public let bytes: Int64
    public let totalBytes: Int64
    /// Entries begun so far, the current one included, and all of them.
    public let entry: Int
    public let entries: Int
    /// Path of the current one, not yet fit for a terminal.
    public let name: String

    public init(bytes: Int64, totalBytes: Int64, entry: Int, entries: Int, name: String) {
        self.bytes = bytes
        self.totalBytes = totalBytes
        self.entry = entry
        self.entries = entries
        self.name = name
    }

    init(_ progress: ExtractionProgress) {
        self.init(
            bytes: progress.bytes, totalBytes: progress.totalBytes, entry: progress.entry, entries: progress.entries,
            name: progress.name)
    }
}
