/// Takes the body of a `multipart/byteranges` reply apart while it arrives (RFC 9110, section 14.6).
///
/// The parts may come in any order and be joined; what each holds says its own `Content-Range`, whose length also tells
/// where it ends, so that no content can be taken for a delimiter.
struct MultipartRanges {
    enum Event: Equatable {
        /// The next bytes are of this range, in a file of `total` bytes where that is said.
        case part(ByteRange, total: Int64?)
        /// Bytes of the range, to be put at `offset`.
        case bytes(offset: Int64, count: Int)
    }

    enum Fault: Error, Equatable {
        case noContentRange
        case tooLongLine
        case strangeLine
    }

    /// The longest line in front of and between parts.
    private static let maximumLine = 8192

    private enum State: Equatable {
        case preamble
        case head(ContentRange?)
        case body(offset: Int64, left: Int64)
        case between
        case epilogue
    }

    private let delimiter: [UInt8]
    private var state = State.preamble
    private var line: [UInt8] = []

    /// Nil when the content type is not `multipart/byteranges` with a usable boundary (RFC 2046, section 5.1.1).
    init?(contentType: String) {
        let parts = contentType.split(separator: ";", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased().filter({ $0 != " " }) == "multipart/byteranges",
            let boundary = Self.boundary(parts[1])
        else { return nil }
        delimiter = Array("--\(boundary)".utf8)
    }

    /// Whether the closing delimiter has come.
    var isEnded: Bool { state == .epilogue }

    /// Takes a piece of the body; `event` gets, in order, what is in it. Byte counts are of this piece, one after the
    /// other from `at` on.
    mutating func add(
        _ piece: UnsafeRawBufferPointer, event: (Event, _ at: Int) throws -> Void
    ) throws {
        var place = 0
        while place < piece.count {
            switch state {
            case .epilogue: return
            case .body(let offset, let left):
                let count = Int(min(left, Int64(piece.count - place)))
                try event(.bytes(offset: offset, count: count), place)
                place += count
                state =
                    Int64(count) == left ? .between : .body(offset: offset + Int64(count), left: left - Int64(count))
            case .preamble, .head, .between:
                let end = piece[place...].firstIndex(of: 0x0A)
                line.append(contentsOf: piece[place..<(end ?? piece.count)])
                guard line.count <= Self.maximumLine else { throw Fault.tooLongLine }
                guard let end else { return }
                place = end + 1
                if line.last == 0x0D { line.removeLast() }
                if let begun = try takeLine() { try event(begun, place) }
                line.removeAll(keepingCapacity: true)
            }
        }
    }

    private mutating func takeLine() throws(Fault) -> Event? {
        if case .head(let range) = state {
            guard line.isEmpty else {
                state = .head(try contentRange() ?? range)
                return nil
            }
            guard case .part(let first, let last, let total)? = range,
                let part = ByteRange(offset: first, length: last - first + 1)
            else { throw .noContentRange }
            state = .body(offset: part.offset, left: part.length)
            return .part(part, total: total)
        }
        guard line.starts(with: delimiter) else {
            // Before the first delimiter anything may stand, between two parts only an empty line.
            guard state == .preamble || line.isEmpty else { throw .strangeLine }
            return nil
        }
        switch line.dropFirst(delimiter.count).filter({ $0 != 0x20 && $0 != 0x09 }) {
        case []: state = .head(nil)
        case [0x2D, 0x2D]: state = .epilogue
        default: throw .strangeLine
        }
        return nil
    }

    /// The value when the line is that field.
    private func contentRange() throws(Fault) -> ContentRange? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
            String(decoding: line[..<colon], as: UTF8.self).lowercased() == "content-range"
        else { return nil }
        let value = String(decoding: line[(colon + 1)...], as: UTF8.self)
        guard let range = ContentRange(String(value.drop { $0 == " " || $0 == "\t" })) else { throw .noContentRange }
        return range
    }

    private static func boundary(_ parameters: Substring) -> String? {
        for parameter in parameters.split(separator: ";") {
            let halves = parameter.split(separator: "=", maxSplits: 1)
            guard halves.count == 2, halves[0].lowercased().filter({ $0 != " " }) == "boundary" else { continue }
            var value = halves[1].drop { $0 == " " }
            while value.last == " " { value.removeLast() }
            if value.count >= 2, value.first == "\"", value.last == "\"" { value = value.dropFirst().dropLast() }
            guard (1...200).contains(value.utf8.count), value.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
                return nil
            }
            return String(value)
        }
        return nil
    }
}
