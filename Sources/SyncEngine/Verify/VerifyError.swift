import SyncCore
import SyncPlatform

/// Why nothing, or nothing good, can be said of a tree.
enum VerifyError: Diagnostic, Equatable {
    case unreadable(PlatformError)
    case noReceipt
    /// A folder of somebody else, a link or a mount stands at the game's place.
    case replaced(String)
    case notRepairable(String)
    case refused(String)

    var code: String {
        switch self {
        case .unreadable: "verify.unreadable"
        case .noReceipt: "verify.no_receipt"
        case .replaced: "plan.replaced"
        case .notRepairable, .refused: "repair.not_here"
        }
    }
    var summary: String {
        switch self {
        case .unreadable(let error): error.summary
        case .noReceipt: "it cannot be verified: its receipt is missing or not readable"
        case .replaced(let found): "its folder is now \(found)"
        case .notRepairable(let reason), .refused(let reason): "it cannot be repaired here: \(reason)"
        }
    }
    var hint: String? {
        switch self {
        case .unreadable(let error):
            error.isDenied ? "Run it as the user that owns the games, or as root" : error.hint
        case .noReceipt: "The next `assetsync sync` installs it again"
        case .replaced: "Move it away or unmount it, then run `assetsync sync`"
        case .notRepairable: "`assetsync sync` updates it"
        case .refused: "`assetsync sync` says more"
        }
    }
}
