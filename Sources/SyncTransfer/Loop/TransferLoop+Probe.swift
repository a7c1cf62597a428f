public import SyncCore

extension TransferLoop {
    /// Asks for the first byte of a file, to see what the server says of it. Of the body nothing is kept.
    ///
    /// - Returns: nil for a `file` address, of which there is nothing to say.
    /// - Throws: ``TransferError`` after the retries of the settings, also for a status of 400 or above.
    public func probe(_ url: SafeURL) async throws(TransferError) -> ReplyFacts? {
        guard url.filePath == nil else { return nil }
        var retry = RetryDecision(retries: settings.retries)
        while true {
            let (outcome, finalURL) = await ask(
                url, fields: [("Range", "bytes=0-0")], acceptsGzip: false, sink: ProbeSink())
            let failure: TransferError
            switch (outcome.failure, outcome.head) {
            case (let problem?, _): failure = problem
            case (nil, let head?) where head.status == 200 || head.status == 206:
                return ReplyFacts(head, finalURL: finalURL)
            case (nil, let head?): failure = .status(head.status, url: url.description)
            case (nil, nil): failure = .noReply(host: url.description)
            }
            try await pauseOrGiveUp(&retry, failure, head: outcome.head, progressed: false)
        }
    }
}

/// Takes nothing.
private struct ProbeSink: ReplySink {
    func begin(_ head: ReplyHead) -> BodyVerdict { .drop }
    func take(_ bytes: UnsafeRawBufferPointer) {}
    func settle(isEnd: Bool) {}
}

extension ReplyFacts {
    fileprivate init(_ head: ReplyHead, finalURL: SafeURL) {
        var total = head.bodyLength
        var servesRanges = false
        if head.status == 206 {
            total = nil
            if case .part(first: 0, last: 0, total: let size)? = head.contentRange {
                servesRanges = true
                total = size
            }
        }
        self.init(
            finalURL: finalURL, status: head.status, contentType: head.contentType,
            contentEncoding: head.contentEncoding, etag: head.etag, lastModified: head.lastModified, size: total,
            servesRanges: servesRanges)
    }
}
