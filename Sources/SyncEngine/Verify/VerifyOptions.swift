public import SyncCore

/// What `verify` is asked to do.
public struct VerifyOptions: Sendable, Equatable {
    /// Only these games; nil means all.
    public var selection: Set<GameID>?
    /// Mend what is damaged, under the lock.
    public var repairs: Bool

    public init(selection: Set<GameID>? = nil, repairs: Bool = false) {
        self.selection = selection
        self.repairs = repairs
    }
}
