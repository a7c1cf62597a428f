import FoundationEssentials
public import SyncCore
import SyncPlatform

extension TransferLoop {
    /// A small document into memory, unless the server says that the copy with these validators is still right.
    ///
    /// - Parameters:
    ///   - url: `http`, `https` or `file`.
    ///   - ifNoneMatch: The entity tag of the copy, as received.
    ///   - ifModifiedSince: The copy's date of the last change, as received; used where there is no tag.
    ///   - limit: The most bytes that are accepted, unpacked ones where the body comes compressed.
    /// - Returns: The body of a 200, or that nothing changed.
    /// - Throws: ``TransferError`` after the retries of the settings; ``TransferError/tooLarge(limit:promised:)`` as
    ///   soon as it is known.
    public func fetch(
        _ url: SafeURL, ifNoneMatch: String?, ifModifiedSince: String?, limit: Int64
    ) async throws(TransferError) -> Document {
        if let path = url.filePath { return try await LocalFile(path).document(url, limit: limit) }
        var fields: [(name: String, value: String)] = []
        if let tag = ifNoneMatch, Validator.isETag(tag) {
            fields.append(("If-None-Match", tag))
        } else if let date = ifModifiedSince, HTTPDate.seconds(date) != nil {
            fields.append(("If-Modified-Since", date))
        }
        var retry = RetryDecision(retries: settings.retries)
        var wireBytes: Int64 = 0
        while true {
            let sink = DocumentSink(limit: limit)
            let (outcome, finalURL) = await ask(url, fields: fields, acceptsGzip: true, sink: sink)
            wireBytes += outcome.wireBytes
            let failure: TransferError
            switch (outcome.failure, outcome.head?.status) {
            case (let problem?, _): failure = problem
            case (nil, 200):
                return .body(
                    Document.Body(
                        bytes: sink.collected(), finalURL: finalURL, etag: outcome.head?.etag,
                        lastModified: outcome.head?.settledLastModified, contentType: outcome.head?.contentType,
                        status: 200,
                        wireBytes: wireBytes))
            case (nil, 304) where !fields.isEmpty: return .notModified
            case (nil, 407): failure = .proxy(status: 407)
            case (nil, let status?): failure = .status(status, url: url.description)
            case (nil, nil): failure = .noReply(host: url.description)
            }
            try await pauseOrGiveUp(&retry, failure, head: outcome.head, progressed: false)
        }
    }

    /// Waits before the next attempt, or throws what the last one ended with.
    func pauseOrGiveUp(
        _ retry: inout RetryDecision, _ failure: TransferError, head: ReplyHead?, progressed: Bool
    ) async throws(TransferError) {
        let asked = head.flatMap { RetryAfter.pause($0, now: Int64(Date.now.timeIntervalSince1970)) }
        let action = retry.after(
            failure, retryAfter: asked, progressed: progressed, chance: Double.random(in: 0..<1))
        switch action {
        case .giveUp(let failure): throw failure
        case .retry(let after):
            logger.log(.info, "transfer.retry", [.init("error", failure.summary), .init("after", after.words)])
            try await pause(after)
        }
    }
}
