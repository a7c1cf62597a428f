/// `user-info@host:port` (RFC 3986, section 3.2).
struct URLAuthority {
    let userInfo: ArraySlice<UInt8>?
    /// As it stands in the address: lowercase, other than ASCII percent-encoded, an IPv6 address in brackets.
    let host: ArraySlice<UInt8>
    let port: UInt16?

    init(_ text: ArraySlice<UInt8>) throws(URLError) {
        var rest = text
        // A password may hold an `@`, a host may not.
        if let at = rest.lastIndex(of: UInt8(ascii: "@")) {
            userInfo = at > rest.startIndex ? rest[..<at] : nil
            rest = rest[(at + 1)...]
        } else {
            userInfo = nil
        }
        let name: ArraySlice<UInt8>
        if rest.first == UInt8(ascii: "[") {
            guard let end = rest.firstIndex(of: UInt8(ascii: "]")), Self.isLiteral(rest[..<end].dropFirst()) else {
                throw .broken
            }
            name = rest[...end]
            host = name
        } else {
            name = rest.prefix { $0 != UInt8(ascii: ":") }
            host = try Self.registeredName(name)
        }
        rest = rest[name.endIndex...]
        if rest.isEmpty {
            port = nil
        } else if rest.first == UInt8(ascii: ":") {
            port = try Self.port(rest.dropFirst())
        } else {
            throw .broken
        }
    }

    /// Whether the host is shown as it stands in the address.
    var hasPlainHost: Bool { host.first == UInt8(ascii: "[") || !host.contains(UInt8(ascii: "%")) }

    /// The host as a person reads it; printable.
    var shownHost: String {
        let name = hasPlainHost ? host : PercentEncoding.decoded(host)[...]
        return String(decoding: name, as: UTF8.self).printable()
    }

    /// Nothing but what a host name holds: no space, no second address, no control character, also not encoded.
    private static func registeredName(_ text: ArraySlice<UInt8>) throws(URLError) -> ArraySlice<UInt8> {
        if text.allSatisfy({ PercentEncoding.Part.host.allows($0) }) {
            return text.contains { lowercase($0) != $0 } ? text.map(lowercase)[...] : text
        }
        let plain = PercentEncoding.decoded(text)
        guard let name = String(validating: plain, as: UTF8.self),
            plain.allSatisfy({ $0 >= 0x80 || PercentEncoding.Part.host.allows($0) }),
            !name.unicodeScalars.contains(where: { $0.isControl })
        else { throw .broken }
        var host: [UInt8] = []
        PercentEncoding.append(plain.map(lowercase)[...], of: .host, to: &host)
        return host[...]
    }

    /// The inside of the brackets: an IPv6 address, with a zone perhaps (RFC 6874).
    private static func isLiteral(_ text: ArraySlice<UInt8>) -> Bool {
        let address = text.prefix { $0 != UInt8(ascii: "%") }
        let zone = text[address.endIndex...]
        let colons = address.count { $0 == UInt8(ascii: ":") }
        let isAddress = address.allSatisfy { byte in
            (0x30...0x3A).contains(byte) || (0x61...0x66).contains(byte | 0x20) || byte == UInt8(ascii: ".")
        }
        guard isAddress, colons >= 2 else { return false }
        if zone.isEmpty { return true }
        let zoneName = zone.dropFirst(3)
        return zone.starts(with: "%25".utf8) && !zoneName.isEmpty
            && zoneName.allSatisfy { PercentEncoding.Part.host.allows($0) }
    }

    /// Digits of at most 65535, or none at all.
    private static func port(_ digits: ArraySlice<UInt8>) throws(URLError) -> UInt16? {
        guard !digits.isEmpty else { return nil }
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = UInt16(String(decoding: digits, as: UTF8.self)), port > 0
        else { throw .broken }
        return port
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
