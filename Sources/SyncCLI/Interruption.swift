import Glibc
import SyncCore
import SyncPlatform

/// SIGINT, SIGTERM and SIGHUP while a command works: the first asks it to stop at the next safe point, the second
/// ends the process at once. Everything on disk is made for being killed at any moment, so nothing is lost either way.
enum Interruption {
    static func handled<Result>(
        in context: Context, requestStop: @escaping @Sendable () -> Void, _ work: () async -> Result
    ) async -> Result {
        guard context.handlesSignals else { return await work() }
        let watch: SignalWatch
        do {
            watch = try SignalWatch([SIGINT, SIGTERM, SIGHUP], exitOnSecond: ExitStatus.interrupted.rawValue) { _ in
                requestStop()
                if !context.isQuiet, !context.errIsData, context.errFacts.isTerminal {
                    context.complain("stopping at the next safe point; once more stops at once", as: .notice)
                }
            }
        } catch {
            context.logger.log(.warning, "signals.unwatched", [.init("reason", error.summary)])
            return await work()
        }
        let result = await work()
        withExtendedLifetime(watch) {}
        return result
    }
}
