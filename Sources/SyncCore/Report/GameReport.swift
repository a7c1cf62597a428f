/// What a run did, or would do, with one game.
public struct GameReport: Sendable, Equatable {
    public enum Outcome: String, Sendable, Equatable {
        case done, failed, skipped
    }

    /// The id as text: a refused manifest entry may have one that is no ``GameID``. Not yet made printable.
    public var id: String
    public var action: Action
    public var from: Version?
    public var to: Version?
    public var outcome: Outcome
    public var bytesDownloaded: Int64
    public var bytesSaved: Int64
    /// Files and unpacked bytes of the tree that was put in place; 0 when none was.
    public var files = 0
    public var bytes: Int64 = 0
    public var error: GameFailure?
    /// Something worth a word that is no failure: `republished under the same version`, `paused`.
    public var note: String?

    public init(
        id: String, action: Action, from: Version? = nil, to: Version? = nil, outcome: Outcome = .done,
        bytesDownloaded: Int64 = 0, bytesSaved: Int64 = 0, error: GameFailure? = nil, note: String? = nil
    ) {
        self.id = id
        self.action = action
        self.from = from
        self.to = to
        self.outcome = outcome
        self.bytesDownloaded = bytesDownloaded
        self.bytesSaved = bytesSaved
        self.error = error
        self.note = note
    }
}
