/// What `status` shows: from state and disk, at one moment.
public struct StatusReport: Sendable, Equatable {
    public struct Agent: Sendable, Equatable {
        public var version: String
        /// Whether some process holds the lock.
        public var running: Bool
        public var pid: Int32?
        /// What the holder is doing: `sync`, `watch`.
        public var verb: String?
        public var nextRun: Timestamp?

        public init(version: String, running: Bool, pid: Int32? = nil, verb: String? = nil, nextRun: Timestamp? = nil) {
            self.version = version
            self.running = running
            self.pid = pid
            self.verb = verb
            self.nextRun = nextRun
        }
    }

    public struct Game: Sendable, Equatable {
        public var id: GameID
        public var state: GameState
        public var installed: Version?
        public var wanted: Version?
        /// Unpacked bytes and files of the installed tree.
        public var bytes: Int64
        public var files: Int
        public var installedAt: Timestamp?
        /// Of the archive the installed tree came from.
        public var sha256: Digest?
        /// Whether a digest of the manifest was compared when it was installed.
        public var verified: Bool
        /// On disk: the installed one first, then the kept ones.
        public var versions: [Version]
        public var progress: Activity?
        public var error: GameFailure?
        /// What happens next, in words: `retry at …`, `repaired by the next sync`.
        public var next: String?

        public init(
            id: GameID, state: GameState, installed: Version? = nil, wanted: Version? = nil, bytes: Int64 = 0,
            files: Int = 0, installedAt: Timestamp? = nil, sha256: Digest? = nil, verified: Bool = false,
            versions: [Version] = [], progress: Activity? = nil, error: GameFailure? = nil, next: String? = nil
        ) {
            self.id = id
            self.state = state
            self.installed = installed
            self.wanted = wanted
            self.bytes = bytes
            self.files = files
            self.installedAt = installedAt
            self.sha256 = sha256
            self.verified = verified
            self.versions = versions
            self.progress = progress
            self.error = error
            self.next = next
        }
    }

    public var generated: Timestamp
    public var agent: Agent
    /// nil before the first run.
    public var manifest: ManifestRecord?
    /// The configured URL, printable.
    public var manifestURL: String
    public var lastRun: RunRecord?
    /// Sorted by id.
    public var games: [Game]
    public var untracked: [String]
    /// Sentences about the machine: plain http, no atomic exchange.
    public var notices: [String]

    public init(
        generated: Timestamp, agent: Agent, manifest: ManifestRecord? = nil, manifestURL: String,
        lastRun: RunRecord? = nil, games: [Game] = [], untracked: [String] = [], notices: [String] = []
    ) {
        self.generated = generated
        self.agent = agent
        self.manifest = manifest
        self.manifestURL = manifestURL
        self.lastRun = lastRun
        self.games = games
        self.untracked = untracked
        self.notices = notices
    }
}
