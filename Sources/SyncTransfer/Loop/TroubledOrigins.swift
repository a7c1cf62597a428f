import SyncCore
import Synchronization

/// The servers that could not be reached or were broken, so that not every archive waits for them.
final class TroubledOrigins: Sendable {
    private let origins = Mutex<Set<Origin>>([])

    func contains(_ origin: Origin) -> Bool { origins.withLock { $0.contains(origin) } }

    func insert(_ origin: Origin) { origins.withLock { _ = $0.insert(origin) } }

    /// It works again.
    func remove(_ origin: Origin) { origins.withLock { _ = $0.remove(origin) } }
}
