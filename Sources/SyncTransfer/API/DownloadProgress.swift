/// How far one download is: totals, never increments.
public struct DownloadProgress: Sendable, Equatable {
    /// Bytes on disk, resumed ones included. Falls when the download has to start over.
    public let done: Int64
    public let total: Int64?
    /// Over the last seconds, resumed bytes not counted; nil before there is a rate.
    public let bytesPerSecond: Int64?

    public init(done: Int64, total: Int64?, bytesPerSecond: Int64?) {
        self.done = done
        self.total = total
        self.bytesPerSecond = bytesPerSecond
    }
}
