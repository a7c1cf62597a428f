/// What tells two versions of one address apart (RFC 9110, section 8.8).
enum Validator: Sendable, Equatable {
    case etag(String)
    case lastModified(String)

    /// Longer ones are ignored: the record of a partial has to stay small.
    static let maximumBytes = 1024

    /// What may stand in `If-Range` for this reply (RFC 9110, section 13.1.5): a strong entity tag, else the date of
    /// the last change byte for byte, else nothing. A weak tag never: it may name two different texts.
    ///
    /// A date has whole seconds, so a file that was changed in the second in which it was sent may have two texts with
    /// one date (section 8.8.2.2). Where a digest is checked at the end (`isChecked`) that is good enough.
    init?(_ head: ReplyHead, isChecked: Bool) {
        if let etag = head.strongETag {
            self = .etag(etag)
        } else if let date = head.lastModified, isChecked || Self.isSettled(date, sent: head.date) {
            self = .lastModified(date)
        } else {
            return nil
        }
    }

    /// Whether the date was past when the reply was made, so that no later text can have the same one.
    static func isSettled(_ lastModified: String, sent: String?) -> Bool {
        guard let changed = HTTPDate.seconds(lastModified), let sent = sent.flatMap(HTTPDate.seconds) else {
            return false
        }
        return sent > changed
    }

    /// For the field `If-Range`.
    var text: String {
        switch self {
        case .etag(let text), .lastModified(let text): text
        }
    }

    /// Whether the reply is of another version. A reply without the field says nothing.
    func isContradicted(by head: ReplyHead) -> Bool {
        switch self {
        case .etag(let text): head.etag.map { $0 != text } ?? false
        case .lastModified(let text): head.lastModified.map { $0 != text } ?? false
        }
    }

    /// An opaque tag in quotes, perhaps weak.
    static func isETag(_ text: String) -> Bool {
        isStrongETag(text.hasPrefix("W/") ? String(text.dropFirst(2)) : text)
    }

    static func isStrongETag(_ text: String) -> Bool {
        let bytes = text.utf8
        guard bytes.count >= 2, bytes.count <= maximumBytes, bytes.first == 0x22, bytes.last == 0x22 else {
            return false
        }
        return bytes.dropFirst().dropLast().allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x7F }
    }
}
