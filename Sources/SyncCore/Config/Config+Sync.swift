extension Config {
    /// `[sync]`
    public struct Sync: Sendable, Equatable {
        /// Between two runs of `watch`.
        public var interval = Duration.seconds(15 * 60)
        /// How much of the interval is left to chance, so that many machines do not ask at once.
        public var jitter = Share(percent: 10)
        /// Versions of a game on disk, the installed one included; at least 1.
        public var keepVersions = 2
        /// A run that would remove more of the installed games than this removes none.
        public var maxDelete = Share(percent: 50)
        public var deleteUntracked = false
        public var keepArchives = false
        public var durability = Durability.full

        public init() {}
    }

    public enum Durability: String, Sendable, Equatable, CaseIterable {
        /// Survives a power cut.
        case full
        /// Survives `kill -9`.
        case fast
    }
}
