import SyncCore
import SyncPlatform

/// A tree that is compared with its receipt.
struct TreeSubject: Sendable {
    let game: GameID
    /// The folder that holds it: `games`, or `versions/<id>`; nil where it is missing.
    let parent: Directory?
    let name: String
    /// The name of its receipt.
    let receipt: String
}
