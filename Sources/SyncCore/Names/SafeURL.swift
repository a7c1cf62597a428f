/// An absolute address that cannot print its secrets.
///
/// ``description`` leaves out user-info and query, where tokens and passwords stand; ``absolute`` is for the transfer
/// alone. Fragments are dropped on the way in: they are never sent.
public struct SafeURL: Sendable, Hashable, CustomStringConvertible {
    public enum Scheme: String, Sendable, Hashable, CaseIterable {
        case http, https, file, s3
    }

    public let scheme: Scheme
    /// What is handed to the transfer: ASCII, nothing left to encode or to resolve. May hold secrets: never print it.
    public let absolute: String
    /// `scheme://host:port/path`, with an ellipsis where a query was.
    public let description: String

    /// - Parameters:
    ///   - text: An absolute address, or a reference relative to `base` (RFC 3986, section 5). Characters that may
    ///     not stand in an address, such as a space, are percent-encoded; what is encoded already stays so.
    ///   - base: Where the text was found, after redirects.
    /// - Throws: ``URLError`` for an empty or broken text, an unknown scheme, or one without a host.
    public init(_ text: String, relativeTo base: SafeURL? = nil) throws(URLError) {
        let bytes = try Self.cleaned(text)
        guard var parts = URLReference(bytes) else { throw .broken }
        if parts.scheme == nil {
            guard let base, let anchor = URLReference(Array(base.absolute.utf8)) else { throw .broken }
            parts = parts.resolved(against: anchor)
        }
        scheme = try Self.scheme(of: parts)
        let authority = try Self.authority(of: parts, scheme)
        let path = parts.pathWithoutDots
        if scheme == .file { try Self.checkFilePath(path) }

        var address = Array(scheme.rawValue.utf8)
        address.reserveCapacity(bytes.count + 40)
        address += "://".utf8
        if let userInfo = authority.userInfo {
            PercentEncoding.append(userInfo, of: .userInfo, to: &address)
            address.append(UInt8(ascii: "@"))
        }
        address += authority.host
        let tail = address.endIndex
        if let port = authority.port { address += ":\(port)".utf8 }
        PercentEncoding.append(path, of: .path, to: &address)
        let shownTail = address[tail...]
        if let query = parts.query {
            address.append(UInt8(ascii: "?"))
            PercentEncoding.append(query, of: .query, to: &address)
        }
        absolute = String(decoding: address, as: UTF8.self)
        if authority.userInfo == nil, parts.query == nil, authority.hasPlainHost {
            description = absolute
        } else {
            let shown = "\(scheme.rawValue)://\(authority.shownHost)" + String(decoding: shownTail, as: UTF8.self)
            description = parts.query == nil ? shown : shown + "?…"
        }
    }

    /// The path of a `file` address, percent-decoded; nil for other schemes.
    public var filePath: String? {
        scheme == .file ? String(decoding: PercentEncoding.decoded(path), as: UTF8.self) : nil
    }

    /// The last part of the path, for words and file names: percent-decoded where that is one safe name, else as it
    /// stands in the address.
    public var lastPathComponent: String {
        guard let segment = path.split(separator: UInt8(ascii: "/")).last else { return "" }
        let encoded = String(decoding: segment, as: UTF8.self)
        guard let plain = String(validating: PercentEncoding.decoded(segment), as: UTF8.self) else { return encoded }
        return SafeName.problem(in: plain) == nil ? plain : encoded
    }

    private var path: ArraySlice<UInt8> { URLReference(Array(absolute.utf8))?.path ?? [] }

    /// Without outer white space and without the fragment.
    private static func cleaned(_ text: String) throws(URLError) -> [UInt8] {
        var bytes = Array(text.utf8)
        if !bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) {
            let start = text.unicodeScalars.drop { $0.properties.isWhitespace }
            let end = start.lastIndex { !$0.properties.isWhitespace } ?? start.startIndex
            let trimmed = start.isEmpty ? start : start[...end]
            guard !trimmed.contains(where: { $0.isControl }) else { throw .broken }
            bytes = Array(String(trimmed).utf8)
        }
        if let mark = bytes.firstIndex(of: UInt8(ascii: "#")) { bytes.removeSubrange(mark...) }
        guard !bytes.isEmpty else { throw .empty }
        return bytes
    }

    private static func scheme(of parts: URLReference) throws(URLError) -> Scheme {
        let word = String(decoding: parts.scheme ?? [], as: UTF8.self)
        if let scheme = Scheme(rawValue: word.lowercased()) { return scheme }
        // `user:password@host/path` without a scheme in front: what looks like a scheme is a user's name.
        guard parts.authority != nil || !parts.path.contains(UInt8(ascii: "@")) else { throw .broken }
        throw .scheme(word.printable(limit: 40))
    }

    private static func authority(of parts: URLReference, _ scheme: Scheme) throws(URLError) -> URLAuthority {
        let authority = try URLAuthority(parts.authority ?? [])
        if scheme == .file {
            let isHere = authority.host.isEmpty || authority.host.elementsEqual("localhost".utf8)
            guard isHere, authority.userInfo == nil, authority.port == nil else { throw .broken }
            return try URLAuthority([])
        }
        guard !authority.host.isEmpty else { throw .noHost }
        return authority
    }

    /// A path that the kernel takes and a `String` can hold.
    private static func checkFilePath(_ path: ArraySlice<UInt8>) throws(URLError) {
        let plain = PercentEncoding.decoded(path)
        guard plain.first == UInt8(ascii: "/"), !plain.contains(0), String(validating: plain, as: UTF8.self) != nil
        else { throw .broken }
    }
}
