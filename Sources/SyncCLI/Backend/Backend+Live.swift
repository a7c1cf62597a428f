import SyncCore

// To be replaced: connects the commands to the engine.
extension Backend {
    /// The engine behind the program.
    public static let live = Backend(
        sync: { _, _ throws(RunFailure) in throw notConnected },
        plan: { _, _ throws(RunFailure) in throw notConnected },
        status: { _ throws(RunFailure) in throw notConnected },
        pause: { _, _ throws(RunFailure) in throw notConnected },
        resume: { _, _ throws(RunFailure) in throw notConnected },
        remove: { _, _ throws(RunFailure) in throw notConnected },
        config: { _ throws(RunFailure) in throw notConnected },
        configPath: { _ throws(RunFailure) in throw notConnected }
    )

    private static let notConnected = RunFailure(
        exit: .internalError, code: "cli.backend", summary: "this build has no engine")
}
