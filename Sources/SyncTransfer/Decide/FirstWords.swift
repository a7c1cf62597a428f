import SyncCore

/// Tells a page or a message from an archive by its first bytes and content type.
enum FirstWords {
    /// How many bytes are enough to judge by.
    static let enough = 64

    /// Why these first bytes of a body are not those of an archive, or nil when they may be.
    ///
    /// Bytes in front of the first entry are allowed in a zip, so only what looks like a page or a message is refused
    /// here; the archive itself is judged when it is whole.
    static func problem(_ bytes: some Collection<UInt8>, head: ReplyHead) -> TransferError? {
        // `PK`: a local header, an empty archive, a spanned one (APPNOTE, sections 4.3.7, 4.3.16, 8.5.3).
        guard !bytes.starts(with: "PK".utf8) else { return nil }
        let type = head.contentType.map { $0.prefix { $0 != ";" }.lowercased() } ?? ""
        let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes.dropFirst(0)
        let first = body.first { !($0 == 0x20 || (0x09...0x0D).contains($0)) }
        let begins = first == UInt8(ascii: "<") || first == UInt8(ascii: "{")
        let isPage = type.contains("html") || first == UInt8(ascii: "<")
        guard begins || type.hasPrefix("text/") || type.hasSuffix("/json") || type.hasSuffix("xml") else { return nil }
        return .notAZip(
            status: head.status, contentType: (head.contentType ?? "none").printable(limit: 80),
            firstWords: words(body), isPage: isPage)
    }

    /// One line of at most 60 characters.
    private static func words(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: bytes.prefix(200), as: UTF8.self)
            .split(whereSeparator: \.isWhitespace).joined(separator: " ").printable(limit: 60)
    }
}
