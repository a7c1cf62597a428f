/// Builds a ``ReplyHead`` from header lines as they arrive; a further status line (after 103, say) starts anew.
struct HeadParser {
    /// Longest value that is looked at; an address of a redirect may be long.
    static let maximumValueBytes = 16_384

    private var head: ReplyHead?
    private var headerBytes: Int64 = 0
    private var isInformational = false

    /// Takes one line with its line end.
    ///
    /// The result is the finished head after the empty line of a final reply, else nil.
    mutating func add(_ line: UnsafeRawBufferPointer) -> ReplyHead? {
        headerBytes += Int64(line.count)
        let text = Self.withoutLineEnd(line)
        if text.isEmpty {
            guard !isInformational, var head else { return nil }
            head.headerBytes = headerBytes
            return head
        }
        if text.starts(with: "HTTP/".utf8) {
            head = Self.status(text).map(ReplyHead.init(status:))
            isInformational = head.map { (100..<200).contains($0.status) } ?? false
            return nil
        }
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = String(decoding: text[..<colon], as: UTF8.self).lowercased()
        guard let value = Self.value(text[(colon + 1)...]) else { return nil }
        head?.take(name, value)
        return nil
    }

    private static func withoutLineEnd(_ line: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
        var end = line.endIndex
        while end > line.startIndex, line[end - 1] == 0x0D || line[end - 1] == 0x0A { end -= 1 }
        return line[..<end]
    }

    /// `HTTP/1.1 200 OK`, `HTTP/2 200`: three digits after the first space.
    private static func status(_ text: Slice<UnsafeRawBufferPointer>) -> Int? {
        guard let space = text.firstIndex(of: 0x20) else { return nil }
        let digits = text[(space + 1)...].prefix(3)
        guard digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Without outer white space; nil when it is empty, too long, or holds control characters.
    private static func value(_ text: Slice<UnsafeRawBufferPointer>) -> String? {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        let start = text.drop(while: isSpace)
        guard let last = start.lastIndex(where: { !isSpace($0) }) else { return nil }
        let bytes = start[...last]
        guard bytes.count <= maximumValueBytes, bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
        else { return nil }
        // A value that is no UTF-8 could not be sent back byte for byte.
        return String(validating: bytes, as: UTF8.self)
    }
}

extension ReplyHead {
    fileprivate mutating func take(_ name: String, _ value: String) {
        switch name {
        case "content-length": contentLength = Decimal.parse(value)
        case "content-range": contentRange = ContentRange(value)
        case "content-type": contentType = value
        case "content-encoding": contentEncoding = value.lowercased() == "identity" ? nil : value.lowercased()
        case "transfer-encoding": isChunked = true
        case "etag": etag = Validator.isETag(value) ? value : nil
        case "last-modified": lastModified = value.utf8.count <= Validator.maximumBytes ? value : nil
        case "date": date = value
        case "retry-after": retryAfter = value
        case "location": location = value
        default: break
        }
    }
}
