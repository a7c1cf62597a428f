import SyncCore
import SyncEngine
import Synchronization

/// Shows how work on an archive goes on, and lets signals stop it.
struct ArchiveFollower {
    let context: Context
    let style: ProgressMode.Style
    /// Begins the line, and is the phase in JSON: `extract`.
    let verb: String

    func follow<Outcome: Sendable>(
        _ work: (ArchiveControl) async throws(ArchiveFailure) -> Outcome
    ) async -> Result<Outcome, ArchiveFailure> {
        switch style {
        case .bars:
            let bars = ProgressBars(ArchiveBoard(verb: verb), in: context)
            let control = ArchiveControl { progress in bars.update { $0.take(progress) } }
            return await bars.drawn { await handled(control, work) }
        case .json:
            let throttle = ArchiveProgressThrottle()
            let control = ArchiveControl { [context, verb] progress in
                guard throttle.isDue(at: .now) else { return }
                context.screen.print(ArchiveJSON.progress(progress, phase: verb, time: context.now()).serialized)
            }
            return await handled(control, work)
        case .lines, .none: return await handled(ArchiveControl(), work)
        }
    }

    private func handled<Outcome: Sendable>(
        _ control: ArchiveControl, _ work: (ArchiveControl) async throws(ArchiveFailure) -> Outcome
    ) async -> Result<Outcome, ArchiveFailure> {
        await Interruption.handled(in: context, requestStop: control.requestStop) {
            do throws(ArchiveFailure) { return .success(try await work(control)) } catch { return .failure(error) }
        }
    }
}

/// At most two lines a second.
private final class ArchiveProgressThrottle: Sendable {
    private let last = Mutex<ContinuousClock.Instant?>(nil)

    func isDue(at instant: ContinuousClock.Instant) -> Bool {
        last.withLock { last in
            if let last, instant - last < .milliseconds(500) { return false }
            last = instant
            return true
        }
    }
}
