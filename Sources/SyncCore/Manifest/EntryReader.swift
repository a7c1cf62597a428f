/// Reads one entry of the manifest's list.
struct EntryReader {
    enum Outcome: Equatable {
        /// With the mirrors that were left out.
        case release(Release, dropped: [DroppedMirror])
        case refused(RefusedEntry)

        var game: GameID? {
            switch self {
            case .release(let release, _): release.game
            case .refused(let refusal): refusal.game
            }
        }

        /// Positions differ between two identical entries; they do not count.
        static func == (left: Outcome, right: Outcome) -> Bool {
            switch (left, right) {
            case (.release(let one, _), .release(let other, _)): one == other
            case (.refused(let one), .refused(let other)): one.game == other.game && one.reason == other.reason
            case (.release, .refused), (.refused, .release): false
            }
        }
    }

    /// Where a field may stand.
    private struct Place {
        let field: EntryField
        let paths: [[String]]

        init(_ field: EntryField, _ fields: ManifestFields) {
            self.field = field
            paths = field.paths(fields)
        }
    }

    let rules: Manifest.Rules
    private let id: Place
    private let version: Place
    private let url: Place
    private let md5: Place
    private let sha256: Place
    private let size: Place

    init(rules: Manifest.Rules) {
        self.rules = rules
        id = Place(.id, rules.fields)
        version = Place(.version, rules.fields)
        url = Place(.url, rules.fields)
        md5 = Place(.md5, rules.fields)
        sha256 = Place(.sha256, rules.fields)
        size = Place(.size, rules.fields)
    }

    func read(_ value: JSON, position: Int) -> Outcome {
        var game: GameID?
        do throws(EntryError) {
            guard case .object = value else { throw .notAnObject(value.kind) }
            // The name first, so that every later reason can be told under it.
            game = try find(id, in: value, Self.gameID)
            if let key = value.repeatedKey { throw .repeatedKey(key) }
            guard let game else { throw .missing("id") }
            return try release(of: game, in: value)
        } catch {
            let name = game?.text ?? Self.name(of: error) ?? "entry \(position)"
            return .refused(RefusedEntry(position: position, game: game, name: name, reason: error))
        }
    }

    private func release(of game: GameID, in value: JSON) throws(EntryError) -> Outcome {
        guard let version = try find(version, in: value, Self.version) else { throw .missing("version") }
        guard let url = try find(url, in: value, address) else { throw .missing("url") }
        let md5 = try find(md5, in: value, Self.md5)
        let sha256 = try find(sha256, in: value, Self.sha256)
        if rules.requireDigest, md5 == nil, sha256 == nil { throw .digestRequired }
        let size = try find(size, in: value, Self.size)
        var (mirrors, problems) = mirrors(of: url, in: value)
        if !rules.allowHTTP, md5 == nil, sha256 == nil {
            // A signature of the manifest says nothing of an archive without a digest.
            guard url.scheme != .http else { throw .plainHTTPWithoutDigest }
            let plain = mirrors.count { $0.scheme == .http }
            mirrors.removeAll { $0.scheme == .http }
            if plain > 0 { problems.append(EntryError.plainHTTPWithoutDigest.summary) }
        }
        var rollout: Rollout?
        if let value = value["rollout"], value != .null { rollout = try Rollout(value) }
        let release = Release(
            game: game, version: version, url: url, md5: md5, sha256: sha256, size: size, mirrors: mirrors,
            rollout: rollout, index: index(in: value))
        return .release(release, dropped: problems.map { DroppedMirror(game: game, problem: $0) })
    }

    private static func gameID(_ found: JSON, _ field: EntryField) throws(EntryError) -> GameID {
        let text = try nameText(found, field)
        do { return try GameID(text) } catch { throw .name(error) }
    }

    private static func version(_ found: JSON, _ field: EntryField) throws(EntryError) -> Version {
        let text = try nameText(found, field)
        do { return try Version(text) } catch { throw .name(error) }
    }

    private static func md5(_ found: JSON, _ field: EntryField) throws(EntryError) -> Digest {
        try digest(.md5, found, field)
    }

    private static func sha256(_ found: JSON, _ field: EntryField) throws(EntryError) -> Digest {
        try digest(.sha256, found, field)
    }

    func address(_ found: JSON, _ field: EntryField) throws(EntryError) -> SafeURL {
        guard let text = found.text else { throw .wrongType(field: field.rawValue, found: found.kind) }
        let url: SafeURL
        do { url = try SafeURL(text, relativeTo: rules.base) } catch { throw .url(error) }
        if url.scheme == .file, rules.base.scheme != .file { throw .fileURL }
        if url.scheme == .http, !rules.allowHTTP, !rules.isSigned { throw .plainHTTP }
        return url
    }

    /// A string, or a number by its source text.
    private static func nameText(_ found: JSON, _ field: EntryField) throws(EntryError) -> String {
        switch found {
        case .string(let text), .number(let text): return text
        case .null, .bool, .array, .object: throw .wrongType(field: field.rawValue, found: found.kind)
        }
    }

    private static func digest(
        _ algorithm: Digest.Algorithm, _ found: JSON, _ field: EntryField
    ) throws(EntryError) -> Digest {
        guard let text = found.text else { throw .wrongType(field: field.rawValue, found: found.kind) }
        guard let digest = Digest(algorithm, hex: text) else { throw .digest(algorithm, text: text) }
        return digest
    }

    private static func size(_ found: JSON, _ field: EntryField) throws(EntryError) -> Int64 {
        switch found {
        case .number(let text), .string(let text):
            guard let bytes = Int64(text), bytes >= 0 else { throw .size(text) }
            return bytes
        case .null, .bool, .array, .object: throw .wrongType(field: field.rawValue, found: found.kind)
        }
    }

    /// The field's value; null counts as absent. Two understood names that mean different things are refused, because
    /// nobody can tell which one was meant.
    private func find<Value: Equatable>(
        _ place: Place, in entry: JSON, _ read: (JSON, EntryField) throws(EntryError) -> Value
    ) throws(EntryError) -> Value? {
        var found: (path: [String], value: Value)?
        for path in place.paths {
            guard let raw = entry.value(at: path), raw != .null else { continue }
            let value = try read(raw, place.field)
            if let found, found.value != value {
                throw .ambiguous(found.path.joined(separator: "."), path.joined(separator: "."))
            }
            found = found ?? (path, value)
        }
        return found?.value
    }

    /// What to call an entry without a usable id: what stands there in its place, if that says anything.
    private static func name(of error: EntryError) -> String? {
        guard case .name(let error) = error, error.text.contains(where: { !$0.isWhitespace }) else { return nil }
        let text = error.text.hidingSecrets().unicodeScalars
        return text.count > 80 ? String(text.prefix(80)) + "…" : String(text)
    }
}
