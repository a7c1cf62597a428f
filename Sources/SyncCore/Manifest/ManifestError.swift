/// Why a whole manifest is refused. Nothing is changed then.
public enum ManifestError: Diagnostic, Equatable {
    /// Not strict JSON. `received` names what came instead, in one line.
    case notJSON(JSONError, received: String)
    case shape(found: String, path: String)
    case repeatedKey(String)
    case schema(String)
    case field(name: String, found: String)

    public var code: String { "manifest" }
    public var summary: String {
        switch self {
        case .notJSON(let error, let received): "the manifest is \(error.summary); received \(received)"
        case .shape(let found, let path):
            path.isEmpty
                ? "the manifest is \(found) without a list of games"
                : "the manifest has \(found) at `\(path.printable(limit: 80))`, not a list"
        case .repeatedKey(let key): "the manifest has the key `\(quoted(key, limit: 40))` twice in one object"
        case .schema(let text): "the manifest has schema `\(quoted(text, limit: 20))`; this version understands 1"
        case .field(let name, let found):
            "the manifest's `\(name)` is not \(Self.meaning(name)): `\(quoted(found, limit: 60))`"
        }
    }
    public var hint: String? {
        switch self {
        case .notJSON: "Open the manifest URL in a browser: a login page or a proxy may answer instead of the server"
        case .shape: "If the list stands elsewhere, say where: `manifest_fields.games = \"data.list\"`"
        case .schema: "Update assetsync"
        case .repeatedKey, .field: "Mend the manifest"
        }
    }
    private static func meaning(_ field: String) -> String {
        field != "sequence" ? "a time as in RFC 3339, such as `2026-01-02T03:04:05Z`" : "a whole number from 0"
    }
}
