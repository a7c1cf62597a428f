import SyncCore
import Synchronization

@testable import SyncCLI

/// Text that a command wrote.
final class Recording: Sendable {
    private let state = Mutex("")
    var text: String { state.withLock { $0 } }
    var writer: TextWriter { TextWriter { text in self.state.withLock { $0 += text } } }
}

/// One in-process run of the command line with an engine of the test's choice.
struct Console {
    let out = Recording()
    let err = Recording()
    var backend = Backend.unreachable
    var environment: [String: String] = [:]

    func run(_ words: String...) async -> ExitStatus { await run(words) }

    func run(_ words: [String]) async -> ExitStatus {
        let context = Context(
            backend: backend, out: out.writer, screen: Screen(err.writer), outFacts: TerminalFacts(),
            errFacts: TerminalFacts(), environment: environment, now: { Timestamp(seconds: 1_767_323_045) })
        return await Entry.run(words, in: context)
    }
}

extension Backend {
    /// Every door fails, so that a test opens the one it means.
    static var unreachable: Backend {
        let failure = RunFailure(exit: .internalError, code: "test", summary: "not part of this test")
        return Backend(
            sync: { _, _ throws(RunFailure) in throw failure },
            plan: { _, _ throws(RunFailure) in throw failure },
            status: { _ throws(RunFailure) in throw failure },
            pause: { _, _ throws(RunFailure) in throw failure },
            resume: { _, _ throws(RunFailure) in throw failure },
            remove: { _, _ throws(RunFailure) in throw failure },
            rollback: { _, _, _ throws(RunFailure) in throw failure },
            verify: { _, _ throws(RunFailure) in throw failure },
            history: { _ throws(RunFailure) in throw failure },
            config: { _ throws(RunFailure) in throw failure },
            configPath: { _ throws(RunFailure) in throw failure })
    }

    /// A sync that tells these events.
    static func telling(_ events: [RunEvent]) -> Backend {
        var backend = unreachable
        backend.sync = { _, _ throws(RunFailure) in
            let (stream, continuation) = AsyncStream.makeStream(of: RunEvent.self)
            for event in events { continuation.yield(event) }
            continuation.finish()
            return Run(events: stream) {}
        }
        return backend
    }
}

/// 2026-01-02T03:04:05Z.
let noon = Timestamp(seconds: 1_767_323_045)

func failure(
    _ step: GameStep, _ message: String, attempts: Int = 1, retryAt: Timestamp? = nil
) -> GameFailure {
    GameFailure(
        step: step, code: "test.\(step.rawValue)", message: message, since: noon, attempts: attempts, retryAt: retryAt)
}
