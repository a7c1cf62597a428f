import SyncCore
import SyncPlatform
import Synchronization

/// Keeps promises of disk space apart, so that games that run side by side do not count the same free bytes twice.
final class SpaceBudget: Sendable {
    private let folder: Directory
    private let minimumFree: Config.MinimumFree
    private let promised = Mutex<Int64>(0)

    init(folder: Directory, minimumFree: Config.MinimumFree) {
        self.folder = folder
        self.minimumFree = minimumFree
    }

    /// Promises `bytes` that are about to be written; ``giveBack(_:)`` when they are, or will not be.
    ///
    /// Throws ``SpaceError`` when less than that is free after what is promised already and what must stay free.
    func reserve(_ bytes: Int64) throws {
        let space = try folder.space()
        let kept = minimumFree.bytes(of: space.total)
        try promised.withLock { promised in
            let usable = space.free - promised
            guard usable - kept >= bytes else { throw SpaceError(needed: bytes, free: max(0, usable), kept: kept) }
            promised += bytes
        }
    }

    func giveBack(_ bytes: Int64) { promised.withLock { $0 -= bytes } }
}
