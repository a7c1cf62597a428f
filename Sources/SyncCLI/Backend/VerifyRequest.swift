public import SyncCore

/// What `verify` was asked to do.
public struct VerifyRequest: Sendable, Equatable {
    /// Only these; all when empty.
    public var games: [GameID] = []
    public var repairs = false

    public init() {}
}
