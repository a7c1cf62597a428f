/// How to read an archive.
public struct ArchiveOptions: Sendable {
    /// `auto` or a name of `iconv -l`, for names that are neither UTF-8 nor say so.
    public var nameEncoding: String
    /// As it stands in the password file, without the one newline at its end.
    public var password: [UInt8]?
    public var limits: ArchiveLimits

    public init(nameEncoding: String = "auto", password: [UInt8]? = nil, limits: ArchiveLimits = ArchiveLimits()) {
        self.nameEncoding = nameEncoding
        self.password = password
        self.limits = limits
    }
}

/// What an archive may cost. Headers are compared with it before anything is written; afterwards no entry gets more
/// than its header claimed.
public struct ArchiveLimits: Sendable, Equatable {
    public var unpackedBytes: Int64
    /// Entries, and folders that only other entries' paths imply.
    public var entries: Int
    /// Unpacked size divided by packed size, of the archive and of each entry over 1 MiB.
    public var ratio: Int

    public init(unpackedBytes: Int64 = 64 << 30, entries: Int = 1_000_000, ratio: Int = 1100) {
        self.unpackedBytes = unpackedBytes
        self.entries = entries
        self.ratio = ratio
    }

    /// Of the central directory, and of the paths of folders that are only implied: it bounds memory.
    static let nameBytes: Int64 = 256 << 20
    static let impliedNameBytes = 64 << 20
    /// Entries below this size are left to the ratio of the whole archive: a small file of zeros is no bomb.
    static let ratioFloor: Int64 = 1 << 20
}
