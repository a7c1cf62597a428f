import SyncPlatform
import Synchronization

/// Lets a report through at most four times a second, and always the last one.
final class ProgressThrottle: Sendable {
    private static let pause: Int64 = 250
    private let next = Atomic<Int64>(0)

    func isDue(isLast: Bool) -> Bool {
        let now = SystemClock.monotonicMilliseconds
        let due = next.load(ordering: .relaxed)
        guard now >= due || isLast else { return false }
        return next.compareExchange(expected: due, desired: now + Self.pause, ordering: .relaxed).exchanged || isLast
    }
}
