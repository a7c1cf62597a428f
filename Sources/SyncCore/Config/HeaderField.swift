/// A header that is sent with every request (RFC 9110, section 5).
public struct HeaderField: Sendable, Equatable {
    public let name: String
    public let value: String

    /// What the resume, caching and encoding rules depend on; nobody else may set it.
    private static let reserved: Set<String> = [
        "accept-encoding", "connection", "content-encoding", "content-length", "if-match", "if-modified-since",
        "if-none-match", "if-range", "if-unmodified-since", "range", "te", "trailer", "transfer-encoding", "upgrade",
    ]
    private static let tellTales = [
        "auth", "cookie", "credential", "key", "pass", "secret", "session", "sign", "token",
    ]

    /// - Throws: ``ConfigProblem`` that never repeats the value.
    public init(_ name: String, _ value: String) throws(ConfigProblem) {
        guard !name.isEmpty, name.utf8.allSatisfy(Self.isTokenByte) else {
            throw ConfigProblem("a header's name may hold letters, digits and `-` only")
        }
        guard !Self.reserved.contains(name.lowercased()) else {
            throw ConfigProblem("the header `\(name)` is set by assetsync itself")
        }
        guard name.lowercased() != "user-agent" else {
            throw ConfigProblem("the header `\(name)` has its own key", hint: "Set `transfer.user_agent`")
        }
        guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            throw ConfigProblem("the value of header `\(name)` holds a line break or another control character")
        }
        self.name = name
        self.value = value
    }

    /// Whether the name says that the value lets somebody in. Rather one too many: the value is then shown as `***`.
    public var isSecret: Bool {
        let lowercased = name.lowercased()
        return Self.tellTales.contains { lowercased.contains($0) }
    }

    /// `token` of RFC 9110, section 5.6.2.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
