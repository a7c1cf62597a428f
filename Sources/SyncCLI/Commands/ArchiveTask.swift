import SyncCore
import SyncEngine

/// What `extract`, `archive`, `pack` and `site check` share: password, progress, signals, and one end in words or in JSON.
struct ArchiveTask {
    let context: Context
    /// Begins the progress line, and is the phase in JSON.
    let verb: String
    let progress: ProgressMode
    let json: Bool

    func run<Outcome: Sendable>(
        passwordFile: String?,
        _ work: (_ password: String?, ArchiveControl) async throws(ArchiveFailure) -> Outcome,
        object: (Result<Outcome, ArchiveFailure>) -> JSON,
        warnings: (Outcome) -> [String] = { _ in [] },
        exit: (Outcome) -> ExitStatus = { _ in .done },
        words: (Outcome) -> String
    ) async -> ExitStatus {
        let style = progress.style(on: context.errFacts, quiet: context.isQuiet)
        let result: Result<Outcome, ArchiveFailure>
        do throws(SecretFileError) {
            // Before signals are handled: it may be a pipe that nobody writes to.
            let password = try passwordFile.map { file throws(SecretFileError) in try SecretFile.read(file) }
            result = await ArchiveFollower(context: context, style: style, verb: verb).follow {
                control throws(ArchiveFailure) in try await work(password, control)
            }
        } catch {
            result = .failure(ArchiveFailure(error, exit: .someFailed))
        }
        let object = object(result)
        if json { context.out.write(object.serialized + "\n") }
        switch result {
        case .success(let outcome):
            warnings(outcome).forEach(context.warn)
            if !json { context.say(words(outcome)) }
        case .failure(let failure):
            // Both streams may be data; the object says what went wrong.
            if !(json && context.errIsData) { context.complain(failure) }
        }
        if style == .json { context.screen.print(ArchiveJSON.result(object, time: context.now()).serialized) }
        return result.value.map(exit) ?? result.exit
    }
}
