import SyncCore

/// What a reply to a request for ranges means. Pure: the caller performs the action.
enum RangeReply {
    enum Action: Sendable, Equatable {
        /// The body is one range.
        case part(ByteRange)
        /// The body is a `multipart/byteranges`; each part says what it is.
        case parts(contentType: String)
        /// The server cannot do so many ranges at once, or none at all.
        case tooMany
        /// The file is not the one that was asked for.
        case changed
        case fail(TransferError)
    }

    /// - Parameters:
    ///   - head: The reply's head.
    ///   - identity: What is known of the file so far.
    ///   - url: For sentences.
    /// - Returns: What to do with the body.
    static func action(to head: ReplyHead, identity: RemoteIdentity, url: SafeURL) -> Action {
        switch head.status {
        case 206:
            if let encoding = head.contentEncoding { return .fail(.contentEncoding(encoding.printable(limit: 40))) }
            guard identity.agrees(with: head) else { return .changed }
            switch head.contentRange {
            case .part(let first, let last, let total):
                guard identity.agrees(withTotal: total) else { return .changed }
                guard let range = ByteRange(offset: first, length: last - first + 1),
                    head.bodyLength.map({ $0 == range.length }) ?? true
                else { return .tooMany }
                return .part(range)
            case .unsatisfied: return .tooMany
            case nil: return head.contentType.map { .parts(contentType: $0) } ?? .tooMany
            }
        case 200:
            // Because of `If-Range`, or because it does no ranges: only where nothing contradicts, the latter.
            guard identity.agrees(with: head), identity.agrees(withTotal: head.bodyLength) else { return .changed }
            return .tooMany
        case 416:
            if case .unsatisfied(let total)? = head.contentRange, identity.agrees(withTotal: total) { return .tooMany }
            return .changed
        // The field `Range` is too long for it, or it takes a long one for an attack.
        case 400, 413, 431: return .tooMany
        case 407: return .fail(.proxy(status: 407))
        default: return .fail(.status(head.status, url: url.description))
        }
    }
}

/// What tells the file whose ranges are read from another one under the same address.
struct RemoteIdentity: Sendable, Equatable {
    /// Of the whole file; nil until a reply has said it.
    var size: Int64?
    /// For `If-Range`; nil until a reply has given one.
    var validator: Validator?

    func agrees(with head: ReplyHead) -> Bool { validator.map { !$0.isContradicted(by: head) } ?? true }

    func agrees(withTotal total: Int64?) -> Bool {
        guard let size, let total else { return true }
        return size == total
    }

    /// Learns from a reply that agrees.
    mutating func learn(_ head: ReplyHead, total: Int64?) {
        if size == nil { size = total }
        // A date is good enough: what is read by ranges is checked by digests afterwards.
        if validator == nil { validator = Validator(head, isChecked: true) }
    }
}
