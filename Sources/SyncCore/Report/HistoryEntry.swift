/// One remembered run and what it changed.
public struct HistoryEntry: Sendable, Equatable {
    public var run: RunRecord
    /// Games that it changed, failed at or passed over; not those that stayed as they were.
    public var changes: [GameReport]

    public init(run: RunRecord, changes: [GameReport]) {
        self.run = run
        self.changes = changes
    }
}
