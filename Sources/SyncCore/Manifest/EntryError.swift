/// Why one entry of a manifest is refused.
public enum EntryError: Diagnostic, Equatable {
    case notAnObject(String)
    case missing(String)
    case wrongType(field: String, found: String)
    case name(NameError)
    case url(URLError)
    case fileURL
    case plainHTTP
    /// Plain http is only allowed because the manifest is signed, and the signature says nothing of these bytes.
    case plainHTTPWithoutDigest
    /// After `the rollout`.
    case rollout(String)
    case digest(Digest.Algorithm, text: String)
    case digestRequired
    case size(String)
    case repeatedKey(String)
    /// Two of the names that mean the same, with different values: `id` and `gameId`.
    case ambiguous(String, String)
    /// The same id more than once with different content.
    case repeatedGame(times: Int)

    public var code: String { "manifest.entry" }
    public var summary: String {
        switch self {
        case .notAnObject(let found): "the entry is \(found), not an object"
        case .missing(let field): "the \(field) is missing"
        case .wrongType(let field, let found):
            "the \(field) is \(found), not a \(field == "size" ? "number" : "string")"
        case .name(let error): error.summary
        case .url(let error): error.summary
        case .fileURL: "a `file` URL in a manifest that did not come from a file"
        case .plainHTTP: "the URL is plain `http`, which `transfer.allow_http = false` forbids"
        case .plainHTTPWithoutDigest:
            "the URL is plain `http` and there is no digest, which `transfer.allow_http = false` forbids"
        case .rollout(let problem): "the rollout \(problem)"
        case .digest(let algorithm, let text):
            "the \(algorithm.rawValue) `\(quoted(text, limit: 70))` is not \(algorithm.hexCount) hexadecimal digits"
        case .digestRequired: "there is no digest, and `trust.require_digest` is set"
        case .size(let text): "the size `\(quoted(text, limit: 40))` is not a number of bytes"
        case .repeatedKey(let key): "the key `\(quoted(key, limit: 40))` stands twice in one object"
        case .ambiguous(let one, let other): "`\(one)` and `\(other)` are both there with different values"
        case .repeatedGame(let times): "the id stands \(times) times in the manifest with different content"
        }
    }
    public var hint: String? {
        switch self {
        case .name(let error): error.hint
        case .url(let error): error.hint
        case .missing(let field), .wrongType(let field, _):
            "If the API names it otherwise, set `manifest_fields.\(field)`; else mend the manifest"
        case .ambiguous(let one, _): "Say in `[manifest_fields]` which one counts, such as `\(one) = \"\(one)\"`"
        case .digestRequired, .plainHTTPWithoutDigest: "Publish a `sha256` for every game"
        default: "Mend the entry in the manifest"
        }
    }
}

/// Text of the manifest as it may stand in a message.
func quoted(_ text: String, limit: Int) -> String { text.hidingSecrets().printable(limit: limit) }
