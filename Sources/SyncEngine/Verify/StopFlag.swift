import Synchronization

/// Goes up once, from any thread; blocking work looks at it now and then.
final class StopFlag: Sendable {
    private let value = Atomic(false)

    var isUp: Bool { value.load(ordering: .relaxed) }
    func raise() { value.store(true, ordering: .relaxed) }
}
