import SyncArchive
import SyncCore
import SyncPlatform
import SyncStore
import SyncTransfer
import SyncTrust

extension RunFailure {
    /// What stops a whole run, from whichever layer it comes.
    init(stopping error: any Error) {
        switch error {
        case let failure as RunFailure: self = failure
        // Whoever was asked to stop did not wait long enough to say that it is locked.
        case StoreError.busy where Task.isCancelled: self = .interrupted
        case let error as StoreError: self.init(error, exit: error.exit)
        case let error as StorageError: self.init(error, exit: .config)
        case let error as LockError: self.init(error, exit: error.exit)
        case let error as PlatformError: self.init(error, exit: error.isFull ? .diskFull : .internalError)
        case let error as TrustError: self.init(error, exit: .trust)
        case let error as ManifestError: self.init(error, exit: .someFailed)
        case is CancellationError: self = .interrupted
        case TransferError.cancelled: self = .interrupted
        case let error as TransferError:
            self.init(
                exit: error.exitForManifest, code: error.code, summary: "cannot fetch the manifest: \(error.summary)",
                hint: error.hintForManifest)
        case let error as SecretFileError: self.init(error, exit: .config)
        case let error as any Diagnostic: self.init(exit: .internalError, error)
        default: self.init(exit: .internalError, code: "internal", summary: "an unexpected error")
        }
    }

    private init(exit: ExitStatus, _ error: any Diagnostic) {
        self.init(exit: exit, code: error.code, summary: error.summary, hint: error.hint)
    }

    static let interrupted = RunFailure(
        exit: .interrupted, code: "interrupted", summary: "interrupted",
        hint: "What can be resumed is kept; the next run goes on from there")
}
