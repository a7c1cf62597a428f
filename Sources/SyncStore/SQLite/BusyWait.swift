import CSQLite
import Glibc
import SyncPlatform
import Synchronization

/// How a connection waits for a lock of somebody else: for a limited time, and no longer than it is wanted.
final class BusyWait: Sendable {
    private let limit: Int64
    private let ended = Atomic<Bool>(false)
    private let start = Atomic<Int64>(0)

    init(milliseconds: Int32) { limit = Int64(milliseconds) }

    /// How long is waited after ``end()``, for the commit of another process: in milliseconds.
    private static let lastLimit: Int64 = 100

    /// From now on hardly anything is waited for.
    func end() { ended.store(true, ordering: .relaxed) }

    var isOver: Bool { ended.load(ordering: .relaxed) }

    /// Has the connection wait this way; `self` must outlive it.
    func install(on handle: OpaquePointer) {
        let callback: @convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32 = { context, attempt in
            guard let context else { return 0 }
            return Unmanaged<BusyWait>.fromOpaque(context).takeUnretainedValue().again(attempt: attempt) ? 1 : 0
        }
        sqlite3_busy_handler(handle, callback, Unmanaged.passUnretained(self).toOpaque())
    }

    private func again(attempt: Int32) -> Bool {
        let now = SystemClock.monotonicMilliseconds
        if attempt == 0 { start.store(now, ordering: .relaxed) }
        guard now - start.load(ordering: .relaxed) < (isOver ? Self.lastLimit : limit) else { return false }
        // The usual lock is another process's commit and lasts a few milliseconds.
        usleep(attempt < 10 ? 1_000 : attempt < 30 ? 5_000 : 25_000)
        return true
    }
}
