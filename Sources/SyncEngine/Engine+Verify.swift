public import SyncCore
import SyncPlatform
import SyncStore

extension Engine {
    /// Compares every file of the installed trees with what was installed, and remembers what it finds for `status` and
    /// the next sync; with ``VerifyOptions/repairs`` it mends what is damaged.
    ///
    /// Takes no lock but to repair. Never throws: what went wrong is in the report. Cancelling the task stops within a
    /// moment and reports ``ExitStatus/interrupted``. `report` gets the events in no order but that of a game's own; it
    /// must not block.
    public func verify(
        _ options: VerifyOptions = VerifyOptions(), report: @escaping @Sendable (VerifyEvent) -> Void = { _ in }
    ) async -> VerifyReport {
        let clock = ContinuousClock()
        let began = clock.now
        var result = VerifyReport()
        do {
            if options.repairs {
                result = try await verifyAndRepair(options, report)
            } else {
                result = try await Verification(engine: self, options: options, report: report).perform()
                if result.count(.failed) > 0 { result.exit = .someFailed }
            }
            settle(&result)
        } catch {
            let failure = RunFailure(stopping: error)
            result.error = failure
            result.exit = failure.exit
            result.result = failure.exit == .interrupted ? .interrupted : .failed
        }
        result.milliseconds = began.duration(to: clock.now).milliseconds
        report(.finished(result))
        return result
    }

    /// The word and the exit code for what the games came to.
    private func settle(_ report: inout VerifyReport) {
        var exit = report.exit
        if report.count(.damaged) > 0 { exit = exit.combined(with: .damaged) }
        report.exit = exit
        let worst: [(VerifyReport.Game.State, VerifyReport.Result)] = [
            (.failed, .failed), (.damaged, .damaged), (.repaired, .repaired),
        ]
        report.result = worst.first { report.count($0.0) > 0 }?.1 ?? .ok
        report.games.sort { $0.id < $1.id }
    }

    private func verifyAndRepair(
        _ options: VerifyOptions, _ report: @escaping @Sendable (VerifyEvent) -> Void
    ) async throws -> VerifyReport {
        let progress: @Sendable (RunEvent) -> Void = { event in
            if case .progress(let progress) = event { report(.progress(progress)) }
        }
        return try await locked("verify", progress) { context, _ in
            let records = try await context.store.games()
            let verification = Verification(engine: self, options: options, report: report)
            var result = VerifyReport()
            let (findings, _) = try await verification.look(
                at: records, storage: context.storage.games, receipts: context.receipts, &result)
            if result.count(.failed) > 0 { result.exit = .someFailed }
            let known = findings.filter { $0.finding.damage != nil || $0.finding.isWhole }
            _ = try await context.store.recordDamage(known.map { ($0.record.id, $0.receipt, $0.finding.damage) })
            let repairs = Repairs(engine: self, context: context, report: report)
            try await repairs.perform(findings, &result)
            return result
        }
    }
}
