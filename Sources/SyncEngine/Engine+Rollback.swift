public import SyncCore
import SyncPlatform
import SyncStore

extension Engine {
    /// Puts an earlier version that was kept in the place of the installed one, in one step, and pauses the game, so
    /// that no sync undoes it. The installed version is kept in its turn.
    ///
    /// Never throws: what went wrong is in the report, and the installed version is untouched then.
    ///
    /// - Parameters:
    ///   - game: Whose version it is.
    ///   - version: One that is kept, or nil for the one kept last. A kept tree that is not exactly as it was installed
    ///     is refused.
    /// - Returns: One game with the action `update`, or an error.
    public func rollback(_ game: GameID, to version: String? = nil) async -> RunReport {
        let clock = ContinuousClock()
        let began = clock.now
        var report: RunReport
        do {
            report = try await locked("rollback", prunes: false) { context, intents in
                try await Rollback(engine: self, context: context, game: game, wanted: version).perform(intents)
            }
        } catch {
            report = failedReport(RunFailure(stopping: error))
        }
        report.milliseconds = began.duration(to: clock.now).milliseconds
        return report
    }
}
