import SyncArchive
import SyncCore
import SyncPlatform
import SyncTransfer

/// Why one game could not be brought to its wanted version.
struct GameProblem: Error {
    let step: GameStep
    let cause: any Diagnostic

    /// The disk is full: exit 7 rather than 1.
    var isDiskFull: Bool {
        switch cause {
        case let error as PlatformError: error.isFull
        case let error as ArchiveError: error.platformError?.isFull ?? false
        case TransferError.disk(let error): error.isFull
        case is SpaceError: true
        default: false
        }
    }

    /// Cause and way out, in one text for state and reports.
    func failure(at now: Timestamp) -> GameFailure {
        var failure = GameFailure(
            step: step, code: cause.code, message: "\(cause.summary). \(cause.hint ?? step.wayOut)",
            since: now)
        if case TransferError.retryLater(let pause, _) = cause {
            failure.retryAt = now.advanced(by: pause.components.seconds)
        }
        return failure
    }
}

/// Not enough room, said before anything is written.
struct SpaceError: Diagnostic, Equatable {
    let needed: Int64
    let free: Int64
    let kept: Int64

    var code: String { "space" }
    var summary: String {
        "not enough disk space: \(byteText(needed)) needed, \(byteText(max(0, free - kept))) usable "
            + "(\(byteText(free)) free, `limits.min_free` keeps \(byteText(kept)))"
    }
    var hint: String? { "Free some space or lower `limits.min_free`, then run `assetsync sync` again" }
    var retry: Retry { .later }
}

extension GameStep {
    /// What to do where the cause itself does not say.
    fileprivate var wayOut: String {
        switch self {
        case .manifest, .plan: "Mend the manifest; the installed version stays until then"
        case .space: "Free some space, then run `assetsync sync` again"
        case .download: "Look at the address with `curl -I`; the next sync tries again"
        case .verify, .extract: "Have the archive made and published anew; the installed version stays until then"
        case .record, .swap, .delete: "Check the disk and who owns the folder; the next sync tries again"
        }
    }
}
