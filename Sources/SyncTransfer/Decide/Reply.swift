import SyncCore

/// What a reply to a request for an archive means. Pure: the caller performs the action.
enum Reply {
    enum Action: Sendable, Equatable {
        /// The body continues what is kept, up to `end`, the size of the file after it. `isLast` says that the whole
        /// ends there.
        case append(end: Int64?, total: Int64?)
        /// The body is the whole: drop what is kept before the first byte is written.
        case startOver(ResumeRecord)
        /// The body is of no use: drop what is kept and ask for the whole.
        case askWhole(Reason)
        /// All bytes are here already.
        case complete
        /// The body is of no use; this is what happened.
        case fail(TransferError)
        /// Another address has it.
        case redirect
    }

    /// Why what was kept is dropped, for the log.
    enum Reason: String, Sendable, Equatable {
        case rangeIgnored = "the server ignores ranges"
        case wrongRange = "the server sent another range"
        case changed = "the file changed on the server"
        case notSatisfiable = "the range is beyond the end"
    }

    static func action(to head: ReplyHead, asked: Resume, for request: DownloadRequest) -> Action {
        if head.isRedirect { return .redirect }
        switch head.status {
        case 200: return whole(head, asked: asked, for: request)
        case 206 where asked.asksRange: return part(head, asked: asked, for: request)
        case 416 where asked.asksRange: return unsatisfied(head, asked: asked, for: request)
        case 407: return .fail(.proxy(status: 407))
        default: return .fail(.status(head.status, url: request.url.description))
        }
    }

    private static func whole(_ head: ReplyHead, asked: Resume, for request: DownloadRequest) -> Action {
        if let encoding = head.contentEncoding { return .fail(.contentEncoding(encoding.printable(limit: 40))) }
        if case .part(let first, _, _)? = head.contentRange, first != 0 {
            // A part under the status of a whole. Without a range there is no way to ask better.
            return asked.asksRange
                ? .askWhole(.wrongRange)
                : .fail(.badReply(host: request.url.description, reason: "a part as if it were the whole"))
        }
        return startOver(head, total: head.bodyLength, for: request)
    }

    private static func part(_ head: ReplyHead, asked: Resume, for request: DownloadRequest) -> Action {
        if let encoding = head.contentEncoding { return .fail(.contentEncoding(encoding.printable(limit: 40))) }
        guard case .part(let first, let last, let total)? = head.contentRange else { return .askWhole(.wrongRange) }
        if let length = head.bodyLength, length != last - first + 1 { return .askWhole(.wrongRange) }
        if first == 0, total == last + 1 { return startOver(head, total: total, for: request) }
        guard first == asked.kept else { return .askWhole(.wrongRange) }
        if !asked.isByDigest, let validator = asked.record?.validator, validator.isContradicted(by: head) {
            return .askWhole(.changed)
        }
        let known = asked.record?.total ?? (asked.isByDigest ? request.size : nil)
        if let total {
            if let known, known != total { return .askWhole(.changed) }
        } else if let known, known != last + 1 {
            return .askWhole(.wrongRange)
        }
        if let failure = sizeFailure(total, for: request) { return .fail(failure) }
        return .append(end: last + 1, total: total ?? known)
    }

    private static func unsatisfied(_ head: ReplyHead, asked: Resume, for request: DownloadRequest) -> Action {
        guard case .unsatisfied(let total)? = head.contentRange, total == asked.kept else {
            return .askWhole(.notSatisfiable)
        }
        if let size = request.size, size != total { return .askWhole(.changed) }
        // An earlier reply promised another size. Where digests decide, let them.
        if let known = asked.record?.total, known != total, !request.hasDigest { return .askWhole(.changed) }
        return .complete
    }

    private static func startOver(_ head: ReplyHead, total: Int64?, for request: DownloadRequest) -> Action {
        if let failure = sizeFailure(total, for: request) { return .fail(failure) }
        if total == 0 { return .fail(.emptyBody(url: request.url.description)) }
        return .startOver(
            ResumeRecord(
                url: request.url, validator: Validator(head, isChecked: request.hasDigest), total: total,
                md5: request.md5, sha256: request.sha256))
    }

    private static func sizeFailure(_ total: Int64?, for request: DownloadRequest) -> TransferError? {
        guard let total else { return nil }
        if total > request.limit { return .tooLarge(limit: request.limit, promised: total) }
        if let size = request.size, size != total { return .sizeMismatch(expected: size, got: total) }
        return nil
    }
}
