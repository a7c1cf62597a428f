import Synchronization

/// Bytes, added up from any thread.
public final class ByteCount: Sendable {
    private let count = Atomic<Int64>(0)

    public init() {}

    public var value: Int64 { count.load(ordering: .relaxed) }

    func add(_ bytes: Int64) { count.wrappingAdd(bytes, ordering: .relaxed) }
}
