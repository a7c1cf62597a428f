/// Where a server listens: `127.0.0.1:8765`, `[::1]:8765`, `localhost:8765`.
public struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
    static let examples = "`127.0.0.1:8765` or `[::1]:8765`"

    /// The default of `serve.listen`.
    public static let standard = ListenAddress(host: "127.0.0.1", port: 8765)

    /// An IPv4 address, an IPv6 address without brackets, or a host name.
    public let host: String
    /// 0 lets the system choose.
    public let port: UInt16

    private init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    public init(_ text: String) throws(UnitError) {
        let error = UnitError("an address with a port", text, examples: Self.examples)
        guard let colon = text.lastIndex(of: ":") else { throw error }
        let digits = text[text.index(after: colon)...]
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }), let port = UInt16(digits) else {
            throw error
        }
        let name = text[..<colon]
        if name.hasPrefix("["), name.hasSuffix("]") {
            let address = String(name.dropFirst().dropLast())
            guard Self.isIPv6(address) else { throw error }
            self.init(host: address, port: port)
        } else {
            guard Self.isIPv4(String(name)) || Self.isHostName(String(name)) else { throw error }
            self.init(host: String(name), port: port)
        }
    }

    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Whether only this machine can reach it.
    public var isLoopback: Bool {
        host == "localhost" || host == "::1" || (Self.isIPv4(host) && host.hasPrefix("127."))
    }

    private static func isIPv4(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { (1...3).contains($0.count) && $0.allSatisfy(\.isASCII) && UInt8($0) != nil }
    }

    /// RFC 4291, section 2.2; a zone index is not accepted.
    private static func isIPv6(_ text: String) -> Bool {
        let halves = text.split(separator: "::", omittingEmptySubsequences: false)
        guard halves.count <= 2 else { return false }
        var groups = 0
        for (index, half) in halves.enumerated() where !half.isEmpty {
            let parts = half.split(separator: ":", omittingEmptySubsequences: false)
            for (place, part) in parts.enumerated() {
                if index == halves.count - 1, place == parts.count - 1, isIPv4(String(part)) {
                    groups += 2
                } else {
                    guard (1...4).contains(part.utf8.count), part.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
                        return false
                    }
                    groups += 1
                }
            }
        }
        return halves.count == 2 ? groups <= 7 : groups == 8
    }

    /// RFC 1123, section 2.1. A name whose last part is a number is a mistyped IPv4 address.
    private static func isHostName(_ text: String) -> Bool {
        guard (1...253).contains(text.utf8.count) else { return false }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return labels.last?.allSatisfy(\.isNumber) == false
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
            }
    }
}
