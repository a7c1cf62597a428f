import SyncCore
import SyncPlatform

/// How a tree compares with its receipt.
struct TreeFinding: Sendable {
    /// In the order of their paths.
    var problems: [VerifyReport.Problem] = []
    /// Why it cannot be said whether the tree is whole: it cannot be read by this user, for example.
    var failure: PlatformError?
    /// The receipt is missing or unreadable: nobody knows what the tree should be.
    var lacksReceipt = false
    /// Nothing, or something that is no folder of ours, stands at the tree's place.
    var isReplaced = false
    /// Of the folder that was looked at.
    var identity: TreeIdentity?

    var isWhole: Bool { problems.isEmpty && failure == nil && !lacksReceipt }

    /// As the state remembers it, and `status` says it before `; repaired by the next sync`; nil where there is no
    /// damage to remember.
    var damage: String? {
        if failure != nil || isReplaced { return nil }
        if lacksReceipt { return "its receipt is missing or not readable" }
        guard !problems.isEmpty else { return nil }
        let count = Set(problems.map { Array($0.path.utf8) }).count
        return count == 1 ? "1 file damaged" : "\(count) files damaged"
    }
}
