/// What `verify` found, and mended where it was asked to.
public struct VerifyReport: Sendable, Equatable {
    public enum Result: String, Sendable, Equatable {
        case ok, damaged, repaired, failed, interrupted
    }

    /// One way in which a tree is not what was installed.
    public struct Problem: Sendable, Equatable {
        public enum Kind: String, Sendable, Equatable, CaseIterable {
            case missing
            /// The content or its size, or it cannot be read any more.
            case changed
            /// Nothing of that name was installed.
            case extra
            /// The permission bits.
            case mode
            /// A link, a folder or the like in the place of something else, or a link that leads elsewhere.
            case kind
        }

        /// Relative to the game's folder, `.` for that folder itself. Not yet made printable.
        public var path: String
        public var kind: Kind
        /// What the kind leaves out: `a symbolic link`, `read failed: Input/output error`.
        public var detail: String?

        public init(path: String, kind: Kind, detail: String? = nil) {
            self.path = path
            self.kind = kind
            self.detail = detail
        }
    }

    public struct Game: Sendable, Equatable {
        public enum State: String, Sendable, Equatable {
            case ok, damaged, repaired
            /// It could not be verified, or not repaired.
            case failed
            /// Not installed, so that there is nothing to verify.
            case absent
        }

        public var id: GameID
        public var version: Version?
        public var state: State
        /// Files of the tree and their bytes, as they were installed.
        public var files: Int
        public var bytes: Int64
        /// In the order of their paths; those that were repaired, too.
        public var problems: [Problem]
        public var error: GameFailure?

        public init(
            id: GameID, version: Version? = nil, state: State, files: Int = 0, bytes: Int64 = 0,
            problems: [Problem] = [], error: GameFailure? = nil
        ) {
            self.id = id
            self.version = version
            self.state = state
            self.files = files
            self.bytes = bytes
            self.problems = problems
            self.error = error
        }
    }

    public var result: Result
    public var exit: ExitStatus
    /// Sorted by id.
    public var games: [Game]
    /// Sentences about the whole that are no failures.
    public var warnings: [String]
    /// What stopped it.
    public var error: RunFailure?
    public var bytesDownloaded: Int64
    /// Wall time in milliseconds.
    public var milliseconds: Int64

    public init(
        result: Result = .ok, exit: ExitStatus = .done, games: [Game] = [], warnings: [String] = [],
        error: RunFailure? = nil, bytesDownloaded: Int64 = 0, milliseconds: Int64 = 0
    ) {
        self.result = result
        self.exit = exit
        self.games = games
        self.warnings = warnings
        self.error = error
        self.bytesDownloaded = bytesDownloaded
        self.milliseconds = milliseconds
    }

    public func count(_ state: Game.State) -> Int { games.count { $0.state == state } }
}
