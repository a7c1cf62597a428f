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
        case TransferError.allMirrorsFailed(let worst, _, _): GameProblem(step: step, cause: worst).isDiskFull
        case is SpaceError: true
        default: false
        }
    }

    /// Whether the same bytes or the same address would bring it again. What is wrong on this machine is not counted
    /// among them, because nobody is spared by waiting.
    private var isRefusal: Bool {
        switch cause {
        case TransferError.missingFile, TransferError.notAFile, TransferError.setting: false
        case is TransferError, is ArchiveError: Backoff.holdsBack(step, cause.retry)
        default: false
        }
    }

    /// Cause and way out, in one text for state and reports.
    ///
    /// - Parameters:
    ///   - now: When it failed.
    ///   - previous: What the state knows of earlier attempts; the pause grows with them.
    /// - Returns: What is recorded.
    func failure(at now: Timestamp, after previous: GameFailure? = nil) -> GameFailure {
        var failure = GameFailure(
            step: step, code: cause.code, message: "\(cause.summary). \(cause.hint ?? step.wayOut)",
            since: now)
        if let pause = (cause as? TransferError)?.askedPause {
            failure.retryAt = now.advanced(by: min(pause.components.seconds, Backoff.longest))
        } else if isRefusal {
            failure.refusals = 1
            let refusals = (previous?.refusals ?? 0) + 1
            failure.retryAt = now.advanced(by: Backoff.pause(refusals: refusals))
        }
        return failure
    }
}

extension TransferError {
    /// How long the server, or the one of several that tells most, asked to be left alone.
    fileprivate var askedPause: Duration? {
        switch self {
        case .retryLater(let pause, _): pause
        case .allMirrorsFailed(let worst, _, _): worst.askedPause
        default: nil
        }
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
        case .record, .swap, .delete, .repair, .rollback:
            "Check the disk and who owns the folder; the next sync tries again"
        }
    }
}
