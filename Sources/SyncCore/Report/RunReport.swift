/// The end of a run: what `sync` prints and returns. A dry run and `plan` have the same shape.
public struct RunReport: Sendable, Equatable {
    public var result: RunRecord.Result
    public var exit: ExitStatus
    /// Sorted by id; those that are kept as they are, too.
    public var games: [GameReport]
    /// How many games are kept as they are.
    public var kept: Int
    /// Folders in the games folder that were never installed by assetsync.
    public var untracked: [String]
    /// Sentences about the run as a whole that are no failures.
    public var warnings: [String]
    /// What stopped the whole run; its games are then as they were.
    public var error: RunFailure?
    /// Bytes a plan would fetch; nil when some size is unknown.
    public var bytesToFetch: Int64?
    public var bytesDownloaded: Int64
    public var bytesSaved: Int64
    /// Wall time of the run in milliseconds.
    public var milliseconds: Int64
    public var isDryRun: Bool

    public init(
        result: RunRecord.Result = .noop, exit: ExitStatus = .done, games: [GameReport] = [], kept: Int = 0,
        untracked: [String] = [], warnings: [String] = [], error: RunFailure? = nil, bytesToFetch: Int64? = nil,
        bytesDownloaded: Int64 = 0, bytesSaved: Int64 = 0, milliseconds: Int64 = 0, isDryRun: Bool = false
    ) {
        self.result = result
        self.exit = exit
        self.games = games
        self.kept = kept
        self.untracked = untracked
        self.warnings = warnings
        self.error = error
        self.bytesToFetch = bytesToFetch
        self.bytesDownloaded = bytesDownloaded
        self.bytesSaved = bytesSaved
        self.milliseconds = milliseconds
        self.isDryRun = isDryRun
    }

    /// How many games ended with that action done.
    public func count(_ action: Action) -> Int {
        games.count { $0.action == action && $0.outcome == .done }
    }

    public var failed: Int { games.count { $0.outcome == .failed } }
}
