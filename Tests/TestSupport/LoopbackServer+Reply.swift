/// What a ``LoopbackServer`` sends for one request.
struct LoopbackReply {
    struct Piece {
        let bytes: [UInt8]
        /// Bytes of the body in it.
        let count: Int
        /// Bytes in front of them.
        let framing: Int
    }

    var head: [UInt8] = []
    var pieces: [Piece] = []
    var tail: [UInt8] = []
    var isSilent = false
    var cut: (after: Int, reset: Bool)?
    var stall: Int?
    var bytesPerSecond: Int?
    var keepsConnection = true

    private var status = 200
    private var fields: [(name: String, value: String)] = []
    private var body: [UInt8] = []
    private var isChunked = false
    private var chunkCut: Int?
    private var lengthOff: Int? = 0
    private var trailing = 0
    private var version = "HTTP/1.1"
    private var early = ""

    init(_ request: LoopbackServer.Request, _ resource: LoopbackServer.Resource?, _ faults: [LoopbackFault]) {
        if request.fields["connection"]?.lowercased() == "close" { keepsConnection = false }
        var resource = resource
        for fault in faults { change(&resource, by: fault) }
        if let resource {
            answer(request, resource, faults)
        } else {
            setPage(404, "<h1>404 not found</h1>", type: "text/html")
        }
        for fault in faults { apply(fault) }
        for case .garbage(let text) in faults {
            head = Array(text.utf8)
            pieces = []
            tail = []
            keepsConnection = false
            return
        }
        if faults.contains(where: { if case .noReply = $0 { true } else { false } }) {
            keepsConnection = false
            pieces = []
            return
        }
        frame(isHead: request.method == "HEAD")
    }

    private func change(_ resource: inout LoopbackServer.Resource?, by fault: LoopbackFault) {
        switch fault {
        case .bytes(let bytes): resource?.bytes = bytes
        case .etag(let etag): resource?.etag = etag
        case .lastModified(let date): resource?.lastModified = date
        default: break
        }
    }

    private mutating func answer(
        _ request: LoopbackServer.Request, _ resource: LoopbackServer.Resource, _ faults: [LoopbackFault]
    ) {
        body = resource.bytes
        fields = [("Content-Type", resource.contentType), ("Date", "Wed, 02 Jul 2025 10:00:00 GMT")]
        if let etag = resource.etag { fields.append(("ETag", etag)) }
        if let date = resource.lastModified { fields.append(("Last-Modified", date)) }
        if let tag = request.fields["if-none-match"] {
            if tag == resource.etag { return setEmpty(304) }
        } else if let date = request.fields["if-modified-since"], date == resource.lastModified {
            return setEmpty(304)
        }
        guard let range = request.range, range.hasPrefix("bytes="),
            let (first, last) = Self.places(range.dropFirst("bytes=".count), of: resource.bytes.count)
        else { return }
        answer(first, last, request, resource, RangeManners(faults))
    }

    /// `first-last`, `first-` and `-count`; nil for several ranges, which this server does not do.
    private static func places(_ range: Substring, of total: Int) -> (first: Int, last: Int)? {
        let halves = range.split(separator: "-", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        if halves[0].isEmpty { return Int(halves[1]).map { (max(0, total - $0), total - 1) } }
        guard let first = Int(halves[0]), halves[1].isEmpty || Int(halves[1]) != nil else { return nil }
        return (first, min(Int(halves[1]) ?? total - 1, total - 1))
    }

    private mutating func answer(
        _ first: Int, _ last: Int, _ request: LoopbackServer.Request, _ resource: LoopbackServer.Resource,
        _ manners: RangeManners
    ) {
        let total = resource.bytes.count
        // RFC 9110, section 13.1.5: a strong tag or the exact date, else the whole.
        let guardText = request.ifRange
        let isSame =
            guardText == nil || manners.ignoresIfRange || guardText == resource.lastModified
            || guardText == resource.etag && guardText?.hasPrefix("W/") == false
        guard isSame, !manners.ignoresRange else { return }
        if let said = manners.unsatisfiable {
            setEmpty(416)
            if let said { fields.append(("Content-Range", said)) }
            return
        }
        guard first < total else {
            setEmpty(416)
            return fields.append(("Content-Range", "bytes */\(total)"))
        }
        let start = manners.isWhole ? 0 : first
        let end = min(last + 1, start + (manners.most ?? total))
        status = manners.saysOK ? 200 : 206
        body = Array(resource.bytes[start..<end])
        if let said = manners.contentRange ?? "bytes \(start)-\(end - 1)/\(total)" {
            fields.append(("Content-Range", said))
        }
    }

    private mutating func apply(_ fault: LoopbackFault) {
        switch fault {
        case .cut(let after, let reset): cut = (after, reset)
        case .stall(let after): stall = after
        case .silence: isSilent = true
        case .slow(let speed): bytesPerSecond = speed
        case .close: keepsConnection = false
        case .http10:
            version = "HTTP/1.0"
            keepsConnection = false
        case .trailing(let count): trailing = count
        case .status(let status, let body, let more):
            setPage(status, body, type: "text/plain")
            fields += more.map { ($0.key, $0.value) }
        case .redirect(let status, let target):
            setPage(status, "moved", type: "text/plain")
            fields.append(("Location", target))
        case .field(let name, let value):
            fields.removeAll { $0.name == name }
            fields.append((name, value))
        case .earlyHints: early = "HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n"
        case .length(let off): lengthOff = off
        case .noLength:
            lengthOff = nil
            keepsConnection = false
        case .chunked(let cut):
            isChunked = true
            chunkCut = cut
        case .page(let text, let type): setPage(200, text, type: type)
        default: break
        }
    }

    private mutating func setPage(_ status: Int, _ text: String, type: String) {
        self.status = status
        body = Array(text.utf8)
        fields = [("Content-Type", type)]
    }

    private mutating func setEmpty(_ status: Int) {
        self.status = status
        body = []
    }

    private mutating func frame(isHead: Bool) {
        if isChunked {
            fields.append(("Transfer-Encoding", "chunked"))
        } else if let off = lengthOff, status != 304 {
            fields.append(("Content-Length", String(body.count + off)))
            if off != 0 { keepsConnection = false }
        }
        if !keepsConnection, version == "HTTP/1.0" || lengthOff == nil { fields.append(("Connection", "close")) }
        let lines = ["\(version) \(status) Words"] + fields.map { "\($0.name): \($0.value)" }
        head = Array((early + lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        guard !isHead else { return }
        let pieceBytes = bytesPerSecond.map { max(1, $0 / 20) } ?? 8192
        for start in stride(from: 0, to: body.count, by: pieceBytes) {
            let bytes = Array(body[start..<min(body.count, start + pieceBytes)])
            let framing = isChunked ? Array("\(String(bytes.count, radix: 16))\r\n".utf8) : []
            pieces.append(
                Piece(
                    bytes: framing + bytes + (isChunked ? Array("\r\n".utf8) : []), count: bytes.count,
                    framing: framing.count))
        }
        if isChunked { tail = Array("0\r\nX-Trailer: yes\r\n\r\n".utf8) }
        if let chunkCut { cut = (chunkCut, false) }
        tail += [UInt8](repeating: 0x5A, count: trailing)
    }
}

/// How ranges are treated.
private struct RangeManners {
    var ignoresRange = false
    var ignoresIfRange = false
    var isWhole = false
    var saysOK = false
    var most: Int?
    /// What `Content-Range` says; the inner nil for no such field.
    var contentRange: String??
    var unsatisfiable: String??

    init(_ faults: [LoopbackFault]) {
        for fault in faults {
            switch fault {
            case .noRanges: ignoresRange = true
            case .ignoreIfRange: ignoresIfRange = true
            case .whole206: isWhole = true
            case .part200: saysOK = true
            case .short206(let most): self.most = most
            case .contentRange(let said): contentRange = .some(said)
            case .unsatisfiable(let said): unsatisfiable = .some(said)
            default: break
            }
        }
    }
}
