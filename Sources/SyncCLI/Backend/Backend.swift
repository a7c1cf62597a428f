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

    public typealias Sync = @Sendable (Installation, SyncRequest) async throws(RunFailure) -> Run
    public typealias Plan = @Sendable (Installation, [GameID]) async throws(RunFailure) -> RunReport
    public typealias Status = @Sendable (Installation) async throws(RunFailure) -> StatusReport
    /// One ``GameReport`` a game: `done` when it changed, `skipped` when it was so already, `failed` with an error.
    public typealias Hold = @Sendable (Installation, [GameID]) async throws(RunFailure) -> RunReport
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
    /// The effective configuration; throws with ``ExitStatus/config`` when it is wrong.
    public var config: Config
    /// Absolute path of the configuration file that would be read, whether it exists or not.
    public var configPath: ConfigPath

    public init(
        sync: @escaping Sync, plan: @escaping Plan, status: @escaping Status, pause: @escaping Hold,
        resume: @escaping Hold, remove: @escaping Hold, config: @escaping Config, configPath: @escaping ConfigPath
    ) {
        self.sync = sync
        self.plan = plan
        self.status = status
        self.pause = pause
        self.resume = resume
        self.remove = remove
        self.config = config
        self.configPath = configPath
    }
}
