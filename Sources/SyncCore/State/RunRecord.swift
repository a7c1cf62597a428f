/// One run as it is remembered.
public struct RunRecord: Sendable, Equatable {
    public enum Result: String, Sendable, Equatable {
        case success, noop, partial, failed, interrupted
    }

    public var id: Int64
    public var started: Timestamp
    /// nil while it goes on, and for a run that was killed.
    public var finished: Timestamp?
    public var result: Result?
    public var exit: Int32?
    public var installed = 0
    public var updated = 0
    public var deleted = 0
    public var failed = 0
    public var bytesDownloaded: Int64 = 0
    public var bytesSaved: Int64 = 0
    /// What stopped the whole run.
    public var error: String?

    public init(id: Int64, started: Timestamp) {
        self.id = id
        self.started = started
    }
}
