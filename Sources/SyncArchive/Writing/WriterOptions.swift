/// How to write an archive.
public struct WriterOptions: Sendable {
    /// 0 stores, 1 is the fastest, 9 the smallest.
    public var level: Int
    /// Encrypts files with AES-256 (AE-2). The archive is then not reproducible: each entry has a new salt.
    public var password: [UInt8]?
    /// Flushes the file to disk at the end.
    public var flushes: Bool

    public init(level: Int = 6, password: [UInt8]? = nil, flushes: Bool = false) {
        self.level = min(max(level, 0), 9)
        self.password = password
        self.flushes = flushes
    }
}
