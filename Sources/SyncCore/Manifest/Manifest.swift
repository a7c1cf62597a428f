/// The remote list of games and versions, read and checked.
public struct Manifest: Sendable, Equatable {
    /// One per game, sorted by id.
    public let releases: [Release]
    /// Entries that broke a rule. Each fails alone, but a run with any of them deletes nothing.
    public let refused: [RefusedEntry]
    /// Never falls from one accepted manifest to the next.
    public let sequence: Int64?
    public let expires: Timestamp?
    /// When it was made.
    public let generated: Timestamp?
    /// The keys that sign from now on, as they stand there; only read when it is signed.
    public let nextKeys: JSON?
    /// Mirrors that cannot be used, in the order of the manifest.
    public let droppedMirrors: [DroppedMirror]

    public init(
        releases: [Release], refused: [RefusedEntry] = [], sequence: Int64? = nil, expires: Timestamp? = nil,
        generated: Timestamp? = nil, nextKeys: JSON? = nil, droppedMirrors: [DroppedMirror] = []
    ) {
        self.releases = releases
        self.refused = refused
        self.sequence = sequence
        self.expires = expires
        self.generated = generated
        self.nextKeys = nextKeys
        self.droppedMirrors = droppedMirrors
    }

    /// Whether it asks for nothing at all; such a manifest would remove every game.
    public var isEmpty: Bool { releases.isEmpty && refused.isEmpty }
}

/// An entry of the manifest that cannot be used, and why.
public struct RefusedEntry: Sendable, Equatable {
    /// Counted from 1 in the order of the manifest.
    public let position: Int
    /// The game it speaks of, where its id is usable.
    public let game: GameID?
    /// What to call it in messages: the id as written, or `entry 3`. Not yet made printable.
    public let name: String
    public let reason: EntryError

    public init(position: Int, game: GameID?, name: String, reason: EntryError) {
        self.position = position
        self.game = game
        self.name = name
        self.reason = reason
    }
}
