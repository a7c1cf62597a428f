public import SyncCore

/// What the commands get their work from: everything behind the command line, as closures.
///
/// A closure that throws has changed nothing that needs undoing; the failure carries the exit code.
public struct Backend: Sendable {
    /// A sync that has begun.
    public struct Run: Sendable {
        /// Ends with exactly one ``RunEvent/finished(_:)``, also when the run is stopped or fails as a whole.
        public let events: AsyncStream<RunEvent>
        /// Asks the run to stop at the next safe point. Returns at once; may be called more than once, from any thread.
        public let requestStop: @Sendable () -> Void

        public init(events: AsyncStream<RunEvent>, requestStop: @escaping @Sendable () -> Void) {
            self.events = events
            self.requestStop = requestStop
        }
    }

    /// A verification that has begun.
    public struct VerifyRun: Sendable {
        /// Ends with exactly one ``VerifyEvent/finished(_:)``.
        public let events: AsyncStream<VerifyEvent>
        /// Asks it to stop. Returns at once; may be called more than once, from any thread.
        public let requestStop: @Sendable () -> Void

        public init(events: AsyncStream<VerifyEvent>, requestStop: @escaping @Sendable () -> Void) {
            self.events = events
            self.requestStop = requestStop
        }
    }

    public typealias Sync = @Sendable (Installation, SyncRequest) async throws(RunFailure) -> Run
    public typealias Plan = @Sendable (Installation, [GameID]) async throws(RunFailure) -> RunReport
    public typealias Status = @Sendable (Installation) async throws(RunFailure) -> StatusReport
    /// One ``GameReport`` a game: `done` when it changed, `skipped` when it was so already, `failed` with an error.
    public typealias Hold = @Sendable (Installation, [GameID]) async throws(RunFailure) -> RunReport
    /// Throws only when the configuration cannot be loaded: what else went wrong is in the report.
    public typealias Rollback = @Sendable (Installation, GameID, String?) async throws(RunFailure) -> RunReport
    public typealias Verify = @Sendable (Installation, VerifyRequest) async throws(RunFailure) -> VerifyRun
    public typealias History = @Sendable (Installation) async throws(RunFailure) -> [HistoryEntry]
    public typealias Config = @Sendable (Installation) async throws(RunFailure) -> ResolvedConfig
    public typealias ConfigPath = @Sendable (Installation) throws(RunFailure) -> String

    /// Loads the configuration and begins; throws when that cannot be done. Taking the lock, and waiting for it, is part
    /// of the run: signals are heard only from then on.
    public var sync: Sync
    /// The report of a run that was not made, for all games when none is named.
    public var plan: Plan
    /// All games: the command filters.
    public var status: Status
    public var pause: Hold
    public var resume: Hold
    public var remove: Hold
    /// The version by name, or the one kept last.
    public var rollback: Rollback
    public var verify: Verify
    /// Newest first.
    public var history: History
    /// The effective configuration; throws with ``ExitStatus/config`` when it is wrong.
    public var config: Config
    /// Absolute path of the configuration file that would be read, whether it exists or not.
    public var configPath: ConfigPath

    public init(
        sync: @escaping Sync, plan: @escaping Plan, status: @escaping Status, pause: @escaping Hold,
        resume: @escaping Hold, remove: @escaping Hold, rollback: @escaping Rollback, verify: @escaping Verify,
        history: @escaping History, config: @escaping Config, configPath: @escaping ConfigPath
    ) {
        self.sync = sync
        self.plan = plan
        self.status = status
        self.pause = pause
        self.resume = resume
        self.remove = remove
        self.rollback = rollback
        self.verify = verify
        self.history = history
        self.config = config
        self.configPath = configPath
    }
}
