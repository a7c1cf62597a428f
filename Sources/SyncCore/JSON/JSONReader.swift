extension JSON {
    /// Reads strict JSON (RFC 8259) in UTF-8: one value, no comments, no trailing commas, at most 64 lists and objects
    /// in one another.
    ///
    /// A byte order mark in front is accepted. A value takes up to a hundred bytes of memory, however few bytes of text
    /// it has: `maximumValues` bounds that for a text from a stranger.
    ///
    /// Throws ``JSONError`` with the line and column of the first mistake.
    public init(parsing bytes: [UInt8], maximumValues: Int = .max) throws(JSONError) {
        var reader = JSONReader(bytes, maximumValues: maximumValues)
        self = try reader.readDocument()
    }
}

/// One pass over the bytes, recursive to at most ``JSONReader/maximumDepth``.
struct JSONReader {
    static let maximumDepth = 64

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private let bytes: [UInt8]
    private let maximumValues: Int
    private var position = 0
    private var values = 0

    init(_ bytes: [UInt8], maximumValues: Int) {
        self.bytes = bytes
        self.maximumValues = maximumValues
    }

    mutating func readDocument() throws(JSONError) -> JSON {
        if bytes.starts(with: Self.byteOrderMark) { position = 3 }
        // RFC 8259, section 3, made a start like these impossible for UTF-8.
        let isMarked = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
        if isMarked || bytes.prefix(2).count(where: { $0 == 0 }) == 1 {
            throw mistake("the text is UTF-16 or UTF-32, not UTF-8")
        }
        skipSpace()
        guard position < bytes.count else { throw mistake("the text is empty") }
        let value = try readValue(depth: 0)
        skipSpace()
        guard position == bytes.count else { throw mistake("text after the value") }
        return value
    }

    private mutating func readValue(depth: Int) throws(JSONError) -> JSON {
        values += 1
        guard values <= maximumValues else { throw mistake("more than \(maximumValues) values") }
        switch peek {
        case UInt8(ascii: "{"): return try readObject(depth: depth)
        case UInt8(ascii: "["): return try readArray(depth: depth)
        case UInt8(ascii: "\""): return .string(try readString())
        case UInt8(ascii: "t"): return try readWord("true", .bool(true))
        case UInt8(ascii: "f"): return try readWord("false", .bool(false))
        case UInt8(ascii: "n"): return try readWord("null", .null)
        case UInt8(ascii: "-"): return .number(try readNumber())
        case .some(0x30...0x39): return .number(try readNumber())
        case nil: throw mistake("the text ends too early")
        case UInt8(ascii: "<"): throw mistake("`<` begins HTML or XML")
        default: throw mistake("an unexpected character")
        }
    }

    private mutating func readObject(depth: Int) throws(JSONError) -> JSON {
        guard depth < Self.maximumDepth else { throw mistake("nesting deeper than \(Self.maximumDepth)") }
        position += 1
        var members: [JSON.Member] = []
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object(members) }
        while true {
            guard peek == UInt8(ascii: "\"") else { throw missing("a key") }
            let key = try readString()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw missing("`:`") }
            skipSpace()
            members.append(JSON.Member(key, try readValue(depth: depth + 1)))
            skipSpace()
            if take(UInt8(ascii: "}")) { return .object(members) }
            guard take(UInt8(ascii: ",")) else { throw missing("`,` or `}`") }
            skipSpace()
        }
    }

    private mutating func readArray(depth: Int) throws(JSONError) -> JSON {
        guard depth < Self.maximumDepth else { throw mistake("nesting deeper than \(Self.maximumDepth)") }
        position += 1
        var elements: [JSON] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array(elements) }
        while true {
            elements.append(try readValue(depth: depth + 1))
            skipSpace()
            if take(UInt8(ascii: "]")) { return .array(elements) }
            guard take(UInt8(ascii: ",")) else { throw missing("`,` or `]`") }
            skipSpace()
        }
    }

    private mutating func readWord(_ word: StaticString, _ value: JSON) throws(JSONError) -> JSON {
        for expected in "\(word)".utf8 {
            guard peek == expected else { throw mistake("an unexpected word") }
            position += 1
        }
        return value
    }

    /// RFC 8259, section 6; the text is kept as it stands.
    private mutating func readNumber() throws(JSONError) -> String {
        let start = position
        _ = take(UInt8(ascii: "-"))
        if take(UInt8(ascii: "0")) {
            if isDigit(peek) { throw mistake("a number with a leading zero") }
        } else {
            try takeDigits()
        }
        if take(UInt8(ascii: ".")) { try takeDigits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            _ = take(UInt8(ascii: "+")) || take(UInt8(ascii: "-"))
            try takeDigits()
        }
        return try validated(start..<position)
    }

    private mutating func takeDigits() throws(JSONError) {
        guard isDigit(peek) else { throw mistake("a digit is missing") }
        while isDigit(peek) { position += 1 }
    }

    private mutating func readString() throws(JSONError) -> String {
        position += 1
        let start = position
        while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
        var text = try validated(start..<position)
        while true {
            switch peek {
            case UInt8(ascii: "\""):
                position += 1
                return text
            case UInt8(ascii: "\\"):
                position += 1
                text.unicodeScalars.append(try readEscape())
            case nil:
                throw mistake("the text ends inside a string")
            case .some(let byte) where byte < 0x20:
                throw mistake("a raw control character in a string")
            default:
                let run = position
                while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
                    position += 1
                }
                text += try validated(run..<position)
            }
        }
    }

    private func validated(_ range: Range<Int>) throws(JSONError) -> String {
        do {
            return String(copying: try UTF8Span(validating: bytes.span.extracting(range)))
        } catch {
            throw mistake("not valid UTF-8", at: range.lowerBound + error.byteOffsets.lowerBound)
        }
    }

    private mutating func readEscape() throws(JSONError) -> Unicode.Scalar {
        guard let byte = peek else { throw mistake("the text ends inside a string") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let first = try readHex()
            if let scalar = Unicode.Scalar(first) { return scalar }
            guard (0xD800...0xDBFF).contains(first), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
                throw mistake("half a surrogate pair")
            }
            let second = try readHex()
            guard (0xDC00...0xDFFF).contains(second),
                let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
            else { throw mistake("half a surrogate pair") }
            return scalar
        default: throw mistake("an unknown escape")
        }
    }

    private mutating func readHex() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw mistake("an escape without four hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private func missing(_ what: String) -> JSONError {
        mistake(peek == nil ? "the text ends too early" : "\(what) is missing")
    }

    private func mistake(_ problem: String, at place: Int? = nil) -> JSONError {
        let before = bytes[..<(place ?? position)]
        let mark = bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? min(mark, before.endIndex)
        let line = before.count { $0 == 0x0A } + 1
        // Bytes that continue a character are no column of their own.
        let column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
        return JSONError(line: line, column: column, problem: problem)
    }
}
