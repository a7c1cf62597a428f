public import SyncCore
import SyncPlatform

extension TransferLoop {
    /// Gaps up to this length are read along: they cost less than a range of their own.
    public static let cheapGap: Int64 = 4096
    /// Requests of one call that run at the same time.
    static let rangeRequests = 4

    /// Reads many ranges of one file: as few requests as the server copes with, several at a time.
    ///
    /// - Parameters:
    ///   - request: What is wanted.
    ///   - target: Gets the bytes. What it got stays good when this throws: ask for the rest later.
    ///   - progress: Called on the loop's thread with the bytes that came since the last call; must be quick.
    /// - Returns: All bytes are with the target.
    /// - Throws: ``TransferError/noRanges(url:)`` when the server sends nothing but the whole;
    ///   ``TransferError/changed(url:)`` when the file is, or becomes, another one; else what ended the last attempt.
    public func read(
        _ request: RangeRequest, into target: any RangeTarget,
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws(TransferError) -> RangeReading {
        if let path = request.url.filePath {
            let lane = Lane("transfer-disk")
            return try await cancellable(lane) { isCancelled throws(TransferError) in
                try LocalFile(path).read(request, into: target, isCancelled: isCancelled, progress: progress)
            }
        }
        return try await RangePass(self, request, target, progress).run()
    }

    /// The last `count` bytes of a file, or all of a smaller one: enough for a zip's central directory, say.
    public func readTail(of url: SafeURL, _ count: Int64) async throws(TransferError) -> RemoteTail {
        if let path = url.filePath { return try await LocalFile(path).tail(count) }
        var retry = RetryDecision(retries: settings.retries)
        var wireBytes: Int64 = 0
        while true {
            let sink = TailSink(count, url: url)
            let fields = [("Range", "bytes=-\(count)")]
            let (outcome, _) = await ask(url, fields: fields, acceptsGzip: false, sink: sink)
            wireBytes += outcome.wireBytes
            guard let failure = outcome.failure ?? sink.failure else { return try sink.tail(wireBytes: wireBytes) }
            try await pauseOrGiveUp(&retry, failure, head: outcome.head, progressed: false)
        }
    }
}
