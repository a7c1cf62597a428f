extension Config {
    /// `[limits]`: sizes in bytes.
    public struct Limits: Sendable, Equatable {
        public var manifest: Int64 = 64 << 20
        public var archive: Int64 = 16 << 30
        public var unpacked: Int64 = 64 << 30
        /// Members of one archive.
        public var entries = 1_000_000
        /// Unpacked bytes for each packed one.
        public var ratio = 1100
        public var minFree = MinimumFree.share(Share(percent: 5))

        public init() {}
    }

    /// What a run leaves free on the disk.
    public enum MinimumFree: Sendable, Equatable {
        case share(Share)
        case bytes(Int64)

        /// In bytes, on a file system of that size.
        public func bytes(of total: Int64) -> Int64 {
            switch self {
            case .share(let share): share.of(total)
            case .bytes(let bytes): bytes
            }
        }
    }
}
