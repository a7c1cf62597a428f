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
    public var hint: String? { "Use an `https` or `http` URL, or a path relative to the manifest" }
}
