import SyncPlatform
import Synchronization

/// Several lanes that take pieces of work from one list, in its order.
struct LaneTeam: Sendable {
    let lanes: [Lane]
    let flag: StopFlag

    init(lanes: [Lane], flag: StopFlag = StopFlag()) {
        self.lanes = lanes
        self.flag = flag
    }

    /// One lane a processor.
    init() { self.init(lanes: (0..<usableProcessors()).map { Lane("assetsync.verify.\($0)") }) }

    /// Calls `work` once with each index. `work` gets what `begin` made for its lane, and ends early once the flag is up.
    ///
    /// - Throws: `CancellationError` when the task is cancelled; some indices are left out then.
    func share<Tool>(
        _ count: Int, with begin: @escaping @Sendable () -> Tool,
        _ work: @escaping @Sendable (Int, Tool) -> Void
    ) async throws(CancellationError) {
        let next = TeamCounter()
        await withTaskCancellationHandler {
            await withTaskGroup(of: Void.self) { group in
                for lane in lanes.prefix(max(1, count)) {
                    group.addTask { [flag] in
                        await lane.run {
                            let tool = begin()
                            while !flag.isUp, let index = next.take(below: count) { work(index, tool) }
                        }
                    }
                }
            }
        } onCancel: {
            flag.raise()
        }
        guard !Task.isCancelled else { throw CancellationError() }
    }

    func share(
        _ count: Int, _ work: @escaping @Sendable (Int) -> Void
    ) async throws(CancellationError) {
        try await share(count, with: {}, { index, _ in work(index) })
    }
}

private final class TeamCounter: Sendable {
    private let value = Atomic(0)

    func take(below count: Int) -> Int? {
        let index = value.wrappingAdd(1, ordering: .relaxed).oldValue
        return index < count ? index : nil
    }
}
