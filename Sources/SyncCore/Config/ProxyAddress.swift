import FoundationEssentials

/// A proxy as libcurl takes it. Cannot print its credentials.
public struct ProxyAddress: Sendable, Equatable, CustomStringConvertible {
    static let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

    /// What is handed to the transfer. May hold secrets: never print it.
    public let absolute: String

    /// - Throws: ``ConfigProblem`` that never repeats the text.
    public init(_ text: String) throws(ConfigProblem) {
        let absolute = text.contains("://") ? text : "http://\(text)"
        guard absolute.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), let url = URL(string: absolute),
            let host = url.host(percentEncoded: false), !host.isEmpty
        else { throw ConfigProblem("must be a proxy such as `http://proxy.example.com:3128`") }
        guard let scheme = url.scheme, Self.schemes.contains(scheme.lowercased()) else {
            throw ConfigProblem("must begin with \(Self.schemes.map { "`\($0)://`" }.alternatives)")
        }
        self.absolute = absolute
    }

    public var description: String { absolute.maskingCredentials }
}
