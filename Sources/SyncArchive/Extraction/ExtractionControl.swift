import Synchronization

/// Lets others watch unpacking and stop it.
public final class ExtractionControl: Sendable {
    public typealias Progress = @Sendable (ExtractionProgress) -> Void

    /// Called on the lanes, from several at once, after every block: whoever shows it throttles.
    let progress: Progress?
    private let cancelled = Atomic(false)

    public init(progress: Progress? = nil) { self.progress = progress }

    /// Looked at between blocks; unpacking then ends with ``ArchiveError/cancelled``.
    public func cancel() { cancelled.store(true, ordering: .relaxed) }

    public var isCancelled: Bool { cancelled.load(ordering: .relaxed) }
}

/// How far unpacking is.
public struct ExtractionProgress: Sendable {
    /// Unpacked so far, and what all chosen entries unpack to.
    public let bytes: Int64
    public let totalBytes: Int64
    /// Files and links begun so far, the current one included, and all of them.
    public let entry: Int
    public let entries: Int
    /// Path of the current one, not yet fit for a terminal.
    public let name: String
}
