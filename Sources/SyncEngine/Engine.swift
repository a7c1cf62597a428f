public import SyncCore
import SyncPlatform
import SyncStore
import SyncTransfer

/// Keeps the games of one configuration current. The only place that composes the other parts, in pipeline order.
///
/// A value without state of its own: everything it knows is on disk, so several may exist, also in several processes.
public struct Engine: Sendable {
    public let config: Config
    /// Of the program that embeds it; shown in status and sent as the user agent.
    public let version: String
    let logger: Logger
    let layout: Layout
    var now: @Sendable () -> Timestamp
    var machine: MachineID

    public init(config: Config, version: String, logger: Logger = .silent) {
        self.config = config
        self.version = version
        self.logger = logger
        layout = Layout(config)
        now = { SystemClock.now }
        machine = MachineID(root: layout.root)
    }

    /// Brings every game to the version that the manifest wants.
    ///
    /// Never throws: what went wrong is in the report. Cancelling the task stops at the next safe point, keeps partial
    /// downloads and reports ``ExitStatus/interrupted``. `report` gets the events in order; it must not block.
    public func sync(
        _ options: SyncOptions = SyncOptions(), report: @escaping @Sendable (RunEvent) -> Void = { _ in }
    ) async -> RunReport {
        let clock = ContinuousClock()
        let began = clock.now
        var result: RunReport
        if options.isDryRun {
            result = await plan(options)
        } else {
            result = await lockedRun(options, report)
        }
        result.milliseconds = began.duration(to: clock.now).milliseconds
        report(.finished(result))
        return result
    }

    /// The same as a sequence of events; its last is ``RunEvent/finished(_:)``. Ending the iteration stops the run.
    public func events(_ options: SyncOptions = SyncOptions()) -> AsyncStream<RunEvent> {
        let (stream, continuation) = AsyncStream<RunEvent>.makeStream(bufferingPolicy: .unbounded)
        let task = Task {
            _ = await sync(options) { continuation.yield($0) }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    /// What a run would do now. Takes no lock and changes nothing.
    public func plan(_ options: SyncOptions = SyncOptions()) async -> RunReport {
        do {
            try refuseUnsupported()
            let started = now()
            let transfer = try TransferLoop(settings(), logger: logger)
            defer { transfer.stop() }
            let store = try await openForReading()
            let survey = try await survey(store)
            let source = ManifestSource(config: config, transfer: transfer, store: store, now: started)
            let manifest = try await source.current(known: survey.manifest)
            var planOptions = PlanOptions(config, options, now: started)
            planOptions.beforeRollout = manifest.gamesBeforeRollout(at: started) { machine.read() }
            let plan = Plan(
                manifest: manifest, records: survey.records, onDisk: survey.disk, options: planOptions)
            var report = plan.dryReport(survey.records, at: started)
            report.exit = exit(of: report, isDiskFull: false)
            return report
        } catch {
            return failedReport(RunFailure(stopping: error), isDryRun: true)
        }
    }

    func settings() throws -> TransferSettings { try TransferSettings(config, version: version) }

    func failedReport(_ failure: RunFailure, isDryRun: Bool = false) -> RunReport {
        RunReport(
            result: failure.exit == .interrupted ? .interrupted : .failed, exit: failure.exit, error: failure,
            isDryRun: isDryRun)
    }

    /// Where several apply, what stops the whole run wins over what stopped a game.
    func exit(of report: RunReport, isDiskFull: Bool) -> ExitStatus {
        var exit = ExitStatus.done
        if report.failed > 0 { exit = exit.combined(with: .someFailed) }
        if isDiskFull { exit = exit.combined(with: .diskFull) }
        if let error = report.error { exit = exit.combined(with: error.exit) }
        return exit
    }

    /// Settings that this version does not act on yet, in words.
    var unusedSettings: [String] {
        var words: [String] = []
        if config.metrics.textfile != nil {
            words.append("`metrics.textfile` is set, and this version writes no metrics")
        }
        if config.sync.keepArchives { words.append("`sync.keep_archives` is set, and this version keeps no archives") }
        return words
    }

    /// Files with secrets that everybody on this machine may read, in words.
    var openSecrets: [String] {
        let transfer = config.transfer
        let files =
            config.passwords.values.sorted()
            + [
                transfer.passwordFile, transfer.bearerTokenFile, transfer.clientKey, config.s3.accessKeyFile,
                config.s3.secretKeyFile,
            ].compactMap { $0 }
        return files.filter(SecretFile.isOpenToOthers).map { path in
            "everybody on this machine may read or change `\(path.printable())`: `chmod o= FILE` keeps the secret"
        }
    }

    /// What the config asks for and this version cannot do is said, never silently left out.
    func refuseUnsupported() throws(RunFailure) {
        guard config.hooks.beforeSwap.isEmpty, config.hooks.afterSwap.isEmpty else {
            throw RunFailure(
                exit: .config, code: "hooks.unsupported", summary: "`[hooks]` is set, and this version runs no hooks",
                hint: "Remove `before_swap` and `after_swap`")
        }
    }
}

extension Duration {
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
