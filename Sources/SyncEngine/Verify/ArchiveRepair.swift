import SyncCore
import SyncPlatform
import SyncStore
import SyncTransfer
import Synchronization

/// Installs a damaged game's version again from its archive, if the manifest still offers exactly that one.
///
/// The manifest is fetched once, when it is first needed, and not recorded: what is wanted is for a sync to say.
final class ArchiveRepair: Sendable {
    private let engine: Engine
    private let context: RunContext
    private let offer = Mutex<Result<Offer, RunFailure>?>(nil)

    private struct Offer {
        let manifest: Manifest
        /// With a line to the server.
        let context: RunContext
    }

    init(engine: Engine, context: RunContext) {
        self.engine = engine
        self.context = context
    }

    var receivedBytes: Int64 { offer.withLock { (try? $0?.get())?.context.transfer.receivedBytes ?? 0 } }

    /// Ends the line, and books what came over it.
    func end() async throws {
        guard let context = offer.withLock({ (try? $0?.get())?.context }) else { return }
        context.transfer.stop()
        try await engine.book(context, isEnd: true)
    }

    /// - Throws: ``GameProblem`` with the damaged tree as it was; `CancellationError`; a `StoreError`.
    func perform(_ record: GameRecord, _ received: ByteCount) async throws -> InstalledTree {
        let offer: Offer
        do {
            offer = try await fetched()
        } catch {
            if error.exit == .interrupted { throw CancellationError() }
            throw GameProblem(step: .manifest, cause: error)
        }
        let step = try step(for: record, offer.manifest)
        do {
            return try await GameWork(context: offer.context, step: step, record: record, received: received).perform()
        } catch let waiting as GameWait {
            throw GameProblem(step: .download, cause: VerifyError.refused(waiting.wait.words))
        }
    }

    private func fetched() async throws(RunFailure) -> Offer {
        if let known = offer.withLock({ $0 }) { return try known.get() }
        let result: Result<Offer, RunFailure>
        do {
            result = .success(try await fetch())
        } catch {
            result = .failure(RunFailure(stopping: error))
        }
        offer.withLock { $0 = result }
        return try result.get()
    }

    private func fetch() async throws -> Offer {
        try engine.refuseUnsupported()
        var context = context
        (context.transfer, context.traffic) = try await engine.line(context.store)
        let transfer = context.transfer
        do {
            let known = try await context.store.manifest()
            let source = ManifestSource(
                config: context.config, transfer: transfer, store: context.store, now: context.now())
            return Offer(manifest: try await source.current(known: known), context: context)
        } catch {
            transfer.stop()
            throw error
        }
    }

    /// The plan decides what the offer means for the game; only the same bytes repair it.
    private func step(for record: GameRecord, _ manifest: Manifest) throws -> Plan.Step {
        var record = record
        record.hold = .none
        let plan = Plan(
            manifest: manifest, records: [record], onDisk: [:], options: PlanOptions(selection: [record.id]))
        let reason: String
        if let step = plan.steps.first {
            if step.action == .reinstall { return step }
            reason =
                step.isRepublished
                ? "some file is nowhere on this machine, and the manifest offers another archive of this version"
                : "some file is nowhere on this machine, and the manifest offers version "
                    + "`\(step.release.version.text.printable())`"
        } else if let problem = plan.problems.first {
            let cause = VerifyError.refused("its entry of the manifest cannot be used: \(problem.error.summary)")
            throw GameProblem(step: .repair, cause: cause)
        } else {
            reason = "some file is nowhere on this machine, and the manifest does not list the game any more"
        }
        throw GameProblem(step: .repair, cause: VerifyError.notRepairable(reason))
    }
}
