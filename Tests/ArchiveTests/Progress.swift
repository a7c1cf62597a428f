import SyncArchive
import Synchronization

/// Collects what a control is told.
final class Progress: Sendable {
    private let seen = Mutex<[ExtractionProgress]>([])

    func note(_ progress: ExtractionProgress) { seen.withLock { $0.append(progress) } }

    var all: [ExtractionProgress] { seen.withLock { $0 } }
}
