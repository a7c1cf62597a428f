import SyncCore
import Testing

/// Texts of manifests and what comes of reading them. Members are written as JSON, so that every spelling can be tried.
enum ManifestText {
    static let origin = "https://cdn.example.com/games/manifest.json"

    static func read(
        _ text: String, from base: String = origin, fields: ManifestFields = .init(), requireDigest: Bool = false,
        allowHTTP: Bool = true
    ) throws -> Manifest {
        try Manifest(
            parsing: Array(text.utf8),
            rules: .init(
                fields: fields, base: try SafeURL(base), requireDigest: requireDigest, allowHTTP: allowHTTP))
    }

    /// An entry as JSON text; nil leaves a member out, `more` is put behind.
    static func entry(
        id: String? = "\"snake\"", version: String? = "\"1.0\"", url: String? = "\"snake.zip\"", more: String? = nil
    ) -> String {
        let members = [
            id.map { "\"id\":\($0)" }, version.map { "\"version\":\($0)" }, url.map { "\"url\":\($0)" }, more,
        ]
        return "{\(members.compactMap { $0 }.joined(separator: ","))}"
    }

    /// The one release of a manifest with that one entry.
    static func release(
        _ entry: String, from base: String = origin, fields: ManifestFields = .init(), requireDigest: Bool = false,
        allowHTTP: Bool = true
    ) throws -> Release {
        let manifest = try read(
            "[\(entry)]", from: base, fields: fields, requireDigest: requireDigest, allowHTTP: allowHTTP)
        #expect(manifest.refused.isEmpty, "\(manifest.refused.map(\.reason.summary))")
        #expect(manifest.releases.count == 1)
        return try #require(manifest.releases.first)
    }

    /// Why the first entry of a manifest is refused; a good second one must not suffer.
    static func refusal(
        _ entry: String, from base: String = origin, fields: ManifestFields = .init(), requireDigest: Bool = false,
        allowHTTP: Bool = true
    ) throws -> RefusedEntry {
        let good = """
            {"id":"good","version":"1","url":"https://cdn.example.com/good.zip","md5":"\(String(repeating: "0", count: 32))",
            "i":{"d":"good"},"v":"1","u":"https://cdn.example.com/good.zip"}
            """
        let manifest = try read(
            "[\(entry),\(good)]", from: base, fields: fields, requireDigest: requireDigest, allowHTTP: allowHTTP)
        #expect(manifest.releases.map(\.game.text) == ["good"])
        #expect(manifest.refused.count == 1)
        let refused = try #require(manifest.refused.first)
        #expect(refused.position == 1)
        expectWords(refused)
        return refused
    }

    /// What every refusal promises: a name, a sentence, a way out, one printable line without secrets.
    static func expectWords(_ refused: RefusedEntry) {
        let error = refused.reason
        #expect(!refused.name.isEmpty)
        #expect(refused.name == refused.game?.text ?? refused.name)
        #expect(!error.summary.isEmpty && !error.summary.hasSuffix("."))
        #expect(error.hint?.isEmpty == false)
        #expect(error.code == "manifest.entry")
        for text in [refused.name.printable(), error.summary, error.hint ?? ""] {
            #expect(text.printable() == text)
            #expect(!text.contains("s3cret"), "\(text)")
            #expect(text.count < 250)
        }
    }
}
