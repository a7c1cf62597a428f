/// The parts of an address or of a relative reference, still as they were written (RFC 3986, appendix B).
///
/// There is no fragment: it is never sent, so it is cut off before.
struct URLReference {
    var scheme: ArraySlice<UInt8>?
    var authority: ArraySlice<UInt8>?
    var path: ArraySlice<UInt8>
    var query: ArraySlice<UInt8>?

    /// nil where a colon stands in the first segment and what is before it is no scheme (section 4.2).
    init?(_ text: [UInt8]) {
        var rest = text[...]
        if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
            query = rest[(mark + 1)...]
            rest = rest[..<mark]
        }
        let segment = rest.prefix { $0 != UInt8(ascii: "/") }
        if let colon = segment.firstIndex(of: UInt8(ascii: ":")) {
            guard Self.isScheme(rest[..<colon]) else { return nil }
            scheme = rest[..<colon]
            rest = rest[(colon + 1)...]
        }
        if rest.count >= 2, rest.prefix(2).allSatisfy({ $0 == UInt8(ascii: "/") }) {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = rest[..<end]
            rest = rest[end...]
        }
        path = rest
    }

    /// What the reference means where it was found (section 5.2.2).
    func resolved(against base: URLReference) -> URLReference {
        guard scheme == nil else { return self }
        var result = self
        result.scheme = base.scheme
        guard authority == nil else { return result }
        result.authority = base.authority
        if path.isEmpty {
            result.path = base.path
            result.query = query ?? base.query
        } else if path.first != UInt8(ascii: "/") {
            let end = base.path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? base.path.startIndex
            let folder = base.path[..<end]
            result.path = (folder.isEmpty ? [UInt8(ascii: "/")] : Array(folder))[...] + path
        }
        return result
    }

    /// The path without `.` and `..`, which never lead above the top (section 5.2.4).
    var pathWithoutDots: ArraySlice<UInt8> {
        let dot = UInt8(ascii: "."), slash = UInt8(ascii: "/")
        guard path.indices.dropFirst().contains(where: { path[$0] == dot && path[$0 - 1] == slash }) else {
            return path
        }
        var kept: [ArraySlice<UInt8>] = []
        let segments = path.dropFirst().split(separator: slash, omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isDot = segment.elementsEqual([dot])
            let isDotDot = segment.elementsEqual([dot, dot])
            guard isDot || isDotDot else {
                kept.append(segment)
                continue
            }
            if isDotDot { _ = kept.popLast() }
            // A dot segment at the end stands for a folder, which ends with a slash.
            if index == segments.count - 1 { kept.append([]) }
        }
        return kept.reduce(into: []) { $0 += [slash] + $1 }
    }

    /// `ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )` (section 3.1).
    private static func isScheme(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first, isLetter(first) else { return false }
        return text.allSatisfy { byte in
            isLetter(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: ".")
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
