import SyncCore
import SyncPlatform
import SyncTransfer

extension TransferError {
    /// Whether the bytes came but were not the promised ones.
    var isDigestMismatch: Bool {
        switch self {
        case .digestMismatch, .sizeMismatch: true
        default: false
        }
    }

    /// How a run ends whose manifest met this: not reachable, or unreadable.
    var exitForManifest: ExitStatus {
        switch self {
        case .tooLarge, .emptyBody, .contentEncoding, .brokenURL: .someFailed
        case .disk(let error): error.isFull ? .diskFull : .internalError
        case .setting: .config
        default: .network
        }
    }
}
