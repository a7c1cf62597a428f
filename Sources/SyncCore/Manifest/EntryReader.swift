/// Reads one entry of the manifest's list.
struct EntryReader {
    enum Outcome: Equatable {
        case release(Release)
        case refused(RefusedEntry)

        /// Positions differ between two identical entries; they do not count.
        static func == (left: Outcome, right: Outcome) -> Bool {
            switch (left, right) {
            case (.release(let one), .release(let other)): one == other
            case (.refused(let one), .refused(let other)): one.name == other.name && one.reason == other.reason
            default: false
            }
        }
    }

    private let rules: Manifest.Rules
    private let names: [Field: [[String]]]

    /// What an entry says, with the names that are understood without configuration.
    private enum Field: String, CaseIterable {
        case id, version, url, md5, sha256, size

        var understood: [String] {
            switch self {
            case .id: ["id", "gameId"]
            case .version: ["version", "h5Version"]
            case .url: ["url", "h5Down"]
            case .md5: ["md5", "h5Md5"]
            case .sha256: ["sha256"]
            case .size: ["size"]
            }
        }
    }

    init(rules: Manifest.Rules) {
        self.rules = rules
        let configured: [Field: [String]?] = [
            .id: rules.fields.id, .version: rules.fields.version, .url: rules.fields.url, .md5: rules.fields.md5,
            .sha256: rules.fields.sha256, .size: rules.fields.size,
        ]
        names = Dictionary(
            uniqueKeysWithValues: Field.allCases.map { field in
                (field, configured[field].flatMap { $0 }.map { [$0] } ?? field.understood.map { [$0] })
            })
    }

    func read(_ value: JSON, position: Int) -> Outcome {
        var game: GameID?
        var name = "entry \(position)"
        do throws(EntryError) {
            guard case .object = value else { throw .notAnObject(value.kind) }
            // The name first, so that every later reason can be told under it.
            if let text = try nameText(.id, in: value) {
                name = text
                game = try gameID(text)
            }
            if let key = value.repeatedKey { throw .repeatedKey(key) }
            guard let game else { throw .missing("id") }
            return .release(try release(of: game, in: value))
        } catch {
            return .refused(RefusedEntry(position: position, game: game, name: name, reason: error))
        }
    }

    private func release(of game: GameID, in value: JSON) throws(EntryError) -> Release {
        guard let versionText = try nameText(.version, in: value) else { throw .missing("version") }
        let version: Version
        do { version = try Version(versionText) } catch { throw .name(error) }
        guard let urlValue = try lookUp(.url, in: value) else { throw .missing("url") }
        guard let urlText = urlValue.text else { throw .wrongType(field: "url", found: urlValue.kind) }
        let url: SafeURL
        do { url = try SafeURL(urlText, relativeTo: rules.base) } catch { throw .url(error) }
        if url.scheme == .file, rules.base.scheme != .file { throw .fileURL }
        if url.scheme == .http, !rules.allowHTTP { throw .plainHTTP }
        let md5 = try digest(.md5, .md5, in: value)
        let sha256 = try digest(.sha256, .sha256, in: value)
        if rules.requireDigest, md5 == nil, sha256 == nil { throw .digestRequired }
        return Release(game: game, version: version, url: url, md5: md5, sha256: sha256, size: try size(in: value))
    }

    private func gameID(_ text: String) throws(EntryError) -> GameID {
        do { return try GameID(text) } catch { throw .name(error) }
    }

    /// A string, or a number by its source text.
    private func nameText(_ field: Field, in value: JSON) throws(EntryError) -> String? {
        switch try lookUp(field, in: value) {
        case nil: return nil
        case .string(let text), .number(let text): return text
        case .some(let other): throw .wrongType(field: field.rawValue, found: other.kind)
        }
    }

    private func digest(
        _ algorithm: Digest.Algorithm, _ field: Field, in value: JSON
    ) throws(EntryError) -> Digest? {
        guard let found = try lookUp(field, in: value) else { return nil }
        guard let text = found.text else { throw .wrongType(field: field.rawValue, found: found.kind) }
        guard let digest = Digest(algorithm, hex: text) else { throw .digest(algorithm, text: text) }
        return digest
    }

    private func size(in value: JSON) throws(EntryError) -> Int64? {
        switch try lookUp(.size, in: value) {
        case nil: return nil
        case .number(let text), .string(let text):
            guard let bytes = Int64(text), bytes >= 0 else { throw .size(text) }
            return bytes
        case .some(let other): throw .size(other.serialized)
        }
    }

    /// The field's value; null counts as absent. Two understood names with different values are refused, because
    /// nobody can tell which one was meant.
    private func lookUp(_ field: Field, in entry: JSON) throws(EntryError) -> JSON? {
        var found: (path: [String], value: JSON)?
        for path in names[field] ?? [] {
            var value: JSON? = entry
            for key in path { value = value?[key] }
            guard let value, value != .null else { continue }
            if let found {
                guard found.value == value else {
                    throw .ambiguous(found.path.joined(separator: "."), path.joined(separator: "."))
                }
            } else {
                found = (path, value)
            }
        }
        return found?.value
    }
}
