import SyncCore
import SyncEngine
import SyncPlatform

extension Backend {
    /// The engine behind the program.
    public static let live = Backend(
        sync: { installation, request throws(RunFailure) in
            let engine = try installation.engine()
            let options = SyncOptions(request)
            let (events, continuation) = AsyncStream<RunEvent>.makeStream(bufferingPolicy: .unbounded)
            let task = Task {
                _ = await engine.sync(options) { continuation.yield($0) }
                continuation.finish()
            }
            return Run(events: events) { task.cancel() }
        },
        plan: { installation, games throws(RunFailure) in
            let selection: Set<GameID>? = games.isEmpty ? nil : Set(games)
            return await (try installation.engine()).plan(SyncOptions(selection: selection, isDryRun: true))
        },
        status: { installation throws(RunFailure) in try await installation.engine().status() },
        pause: { installation, games throws(RunFailure) in try await installation.engine().pause(games) },
        resume: { installation, games throws(RunFailure) in try await installation.engine().resume(games) },
        remove: { installation, games throws(RunFailure) in try await installation.engine().remove(games) },
        rollback: { installation, game, version throws(RunFailure) in
            await (try installation.engine()).rollback(game, to: version)
        },
        verify: { installation, request throws(RunFailure) in
            let engine = try installation.engine()
            let options = VerifyOptions(
                selection: request.games.isEmpty ? nil : Set(request.games), repairs: request.repairs)
            let (events, continuation) = AsyncStream<VerifyEvent>.makeStream(bufferingPolicy: .unbounded)
            let task = Task {
                _ = await engine.verify(options) { continuation.yield($0) }
                continuation.finish()
            }
            return VerifyRun(events: events) { task.cancel() }
        },
        history: { installation throws(RunFailure) in try await installation.engine().history() },
        config: { installation throws(RunFailure) in try installation.resolvedConfig() },
        configPath: { installation throws(RunFailure) in
            do throws(ConfigError) {
                return try ConfigFile.path(
                    explicit: installation.configFile, environment: installation.environment,
                    userIsRoot: CurrentUser.isRoot)
            } catch {
                throw RunFailure(error, exit: .config)
            }
        }
    )
}

extension Installation {
    func resolvedConfig() throws(RunFailure) -> ResolvedConfig {
        do throws(ConfigError) {
            return try ConfigFile.load(
                explicit: configFile, rootOverride: root, environment: environment, userIsRoot: CurrentUser.isRoot)
        } catch {
            throw RunFailure(error, exit: .config)
        }
    }

    func engine() throws(RunFailure) -> Engine {
        guard OpenFileLimit.current >= OpenFileLimit.least else {
            throw RunFailure(
                exit: .internalError, code: "limit.files",
                summary: "only \(OpenFileLimit.current) files may be open, \(OpenFileLimit.least) are needed",
                hint: "Raise the limit: `ulimit -n 1024`")
        }
        return Engine(config: try resolvedConfig().config, version: Product.version, logger: logger)
    }
}

extension SyncOptions {
    init(_ request: SyncRequest) {
        let wait: Wait =
            switch request.wait {
            case .no: .no
            case .forever: .forever
            case .atMost(let duration): .upTo(duration)
            }
        self.init(
            selection: request.games.isEmpty ? nil : Set(request.games), isDryRun: request.isDryRun,
            force: request.force, allowMassDelete: request.allowMassDelete, wait: wait,
            isScheduled: request.isScheduled)
    }
}
