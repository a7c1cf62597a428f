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

    /// The way out where the manifest met this: it is never resumed, and its address is in the configuration.
    var hintForManifest: String? {
        switch self {
        case .status(404, _), .status(410, _): "Check `manifest` in the configuration, and that the server has it"
        case .status: hint ?? "Check `manifest` in the configuration, and what the server answers (`curl -I`)"
        case .tooLarge: "Raise `limits.manifest` if this size is right"
        case .connectionLost, .noReply, .closedEarly: "Check the network and the server; the next run tries again"
        default: hint
        }
    }
}
