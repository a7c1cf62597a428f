import FoundationEssentials

/// An absolute address that cannot print its secrets.
///
/// ``description`` leaves out user-info and query, where tokens and passwords stand; ``absolute`` is for the transfer
/// alone. Fragments are dropped on the way in: they are never sent.
public struct SafeURL: Sendable, Hashable, CustomStringConvertible {
    public enum Scheme: String, Sendable, Hashable, CaseIterable {
        case http, https, file, s3
    }

    public let scheme: Scheme
    /// What is handed to the transfer. May hold secrets: never print it.
    public let absolute: String
    /// `scheme://host:port/path`, with an ellipsis where a query was.
    public let description: String

    /// - Parameters:
    ///   - text: An absolute address, or a reference relative to `base` (RFC 3986, section 5). Characters that may
    ///     not stand in an address, such as a space, are percent-encoded.
    ///   - base: Where the text was found, after redirects.
    /// - Throws: ``URLError`` for an empty or broken text, an unknown scheme, or one without a host.
    public init(_ text: String, relativeTo base: SafeURL? = nil) throws(URLError) {
        let trimmed = Self.trimmed(text)
        guard !trimmed.isEmpty else { throw .empty }
        guard !trimmed.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw .broken
        }
        let withoutFragment = String(trimmed.prefix { $0 != "#" })
        guard !withoutFragment.isEmpty else { throw .empty }
        let anchor = base.flatMap { URL(string: $0.absolute) }
        guard let url = URL(string: withoutFragment, relativeTo: anchor)?.absoluteURL, let word = url.scheme else {
            throw .broken
        }
        guard let scheme = Scheme(rawValue: word.lowercased()) else { throw .scheme(word.printable(limit: 40)) }
        let host = url.host(percentEncoded: false) ?? ""
        let path = url.path(percentEncoded: true)
        switch scheme {
        case .file:
            guard host.isEmpty || host == "localhost", path.hasPrefix("/") else { throw .broken }
        case .http, .https, .s3:
            guard !host.isEmpty else { throw .noHost }
        }
        self.scheme = scheme
        absolute = url.absoluteString
        let shownHost = host.contains(":") ? "[\(host)]" : host
        let port = url.port.map { ":\($0)" } ?? ""
        description = "\(scheme.rawValue)://\(shownHost)\(port)\(path)\(url.query() == nil ? "" : "?…")".printable()
    }

    /// The path of a `file` address, percent-decoded; nil for other schemes.
    public var filePath: String? {
        scheme == .file ? URL(string: absolute)?.path(percentEncoded: false) : nil
    }

    /// The last part of the path, percent-decoded, for words and file names.
    public var lastPathComponent: String { URL(string: absolute)?.lastPathComponent ?? "" }

    private static func trimmed(_ text: String) -> String {
        let start = text.unicodeScalars.drop { $0.properties.isWhitespace }
        return String(String(start).reversed().drop { $0.isWhitespace }.reversed())
    }
}

/// Why a text is no usable address.
public enum URLError: Diagnostic, Equatable {
    case empty
    case broken
    case noHost
    case scheme(String)

    public var code: String { "url" }
    public var summary: String {
        switch self {
        case .empty: "the URL is empty"
        case .broken: "the URL is not well formed"
        case .noHost: "the URL names no host"
        case .scheme(let word): "the URL's scheme `\(word)` is not supported"
        }
    }
    public var hint: String? { "Use an `https`, `http` or `s3` URL, or a path relative to the manifest" }
}
