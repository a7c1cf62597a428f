public import SyncCore
import SyncPlatform
import SyncStore

extension Engine {
    /// The remembered runs, newest first, each with what it changed. Takes no lock.
    public func history() async throws(RunFailure) -> [HistoryEntry] {
        do {
            guard let store = try await openForReading() else { return [] }
            var entries: [HistoryEntry] = []
            for (run, changes) in try await store.history(limit: Int(StateStore.rememberedRuns)) {
                entries.append(HistoryEntry(run: run, changes: changes))
            }
            // One without an end that nobody makes any more was killed.
            if let first = entries.first, first.run.finished == nil, first.run.result == nil, try holder() == nil {
                entries[0].run.result = .interrupted
            }
            return entries
        } catch {
            throw RunFailure(stopping: error)
        }
    }
}
