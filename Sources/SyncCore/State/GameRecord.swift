/// What the state database knows of one game.
public struct GameRecord: Sendable, Equatable {
    public let id: GameID
    /// The tree in `games/<id>`; nil when the game is not installed.
    public var installed: InstalledTree?
    /// Whether the installed tree was on disk when last looked at (the `exist` of the first design).
    public var exist: Bool
    /// What the last accepted manifest asks for; nil when it does not list the game.
    public var wanted: Wanted?
    public var hold: Hold
    /// Why `verify` called the tree damaged; nil when nothing is known against it.
    public var damage: String?
    /// The last failure since the last success.
    public var failure: GameFailure?
    /// Why the last run left the game behind although nothing is wrong; nil when nothing holds it back.
    public var wait: Wait?

    /// What the operator asked for by `pause` and `remove`.
    public enum Hold: String, Sendable, Equatable {
        case none
        case paused
        /// Deleted by `remove`; stays away until `resume`.
        case removed
    }

    public struct Wanted: Sendable, Equatable {
        public var version: Version
        public var digests: ArchiveDigests

        public init(version: Version, digests: ArchiveDigests) {
            self.version = version
            self.digests = digests
        }
    }

    /// A game that waits for a budget or for a time of day.
    public struct Wait: Sendable, Equatable {
        /// When a run can do it; nil for the next one.
        public var until: Timestamp?
        /// `waits until 01:00: outside `transfer.window``
        public var words: String

        public init(until: Timestamp? = nil, words: String) {
            self.until = until
            self.words = words
        }

        /// Whether it still holds.
        public func holds(at now: Timestamp) -> Bool { until.map { $0 > now } ?? true }
    }

    public init(
        id: GameID, installed: InstalledTree? = nil, exist: Bool = false, wanted: Wanted? = nil, hold: Hold = .none,
        damage: String? = nil, failure: GameFailure? = nil, wait: Wait? = nil
    ) {
        self.id = id
        self.installed = installed
        self.exist = exist
        self.wanted = wanted
        self.hold = hold
        self.damage = damage
        self.failure = failure
        self.wait = wait
    }
}
