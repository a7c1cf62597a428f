public import SyncCore

/// Some bytes of one remote file.
public struct RangeRequest: Sendable {
    public let url: SafeURL
    public let ranges: RangeSet
    /// Of the whole file, where it is known: a file of another size is another file.
    public let size: Int64?

    public init(url: SafeURL, ranges: RangeSet, size: Int64?) {
        self.url = url
        self.ranges = ranges
        self.size = size
    }
}

/// What reading ranges cost.
public struct RangeReading: Sendable, Equatable {
    /// Of the whole file, as far as the server said.
    public let size: Int64?
    public let requests: Int
    /// Bytes of bodies and headers that came over the wire, retries included.
    public let wireBytes: Int64
}

/// The end of a remote file.
public struct RemoteTail: Sendable, Equatable {
    public let bytes: [UInt8]
    /// Where they begin in the file.
    public let offset: Int64
    /// Of the whole file.
    public let size: Int64
    public let wireBytes: Int64
}
