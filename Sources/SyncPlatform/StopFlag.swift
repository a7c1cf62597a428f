import Synchronization

/// Goes up once, from any thread; blocking work looks at it now and then.
public final class StopFlag: Sendable {
    private let value = Atomic(false)

    public init() {}

    public var isUp: Bool { value.load(ordering: .relaxed) }
    public func raise() { value.store(true, ordering: .relaxed) }
}
