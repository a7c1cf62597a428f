extension Manifest {
    /// What the reading of a manifest depends on besides its bytes.
    public struct Rules: Sendable, Equatable {
        public var fields: ManifestFields
        /// Where it came from, after redirects; relative addresses resolve against it.
        public var base: SafeURL
        public var requireDigest: Bool
        public var allowHTTP: Bool
        /// Folders of mirrors from the configuration, each with a slash at its end.
        public var mirrors: [SafeURL]
        /// Whether enough keys signed the bytes: then `generated` and `keys` count, and what a digest protects may come
        /// over plain http.
        public var isSigned: Bool

        public init(
            fields: ManifestFields = .init(), base: SafeURL, requireDigest: Bool = false, allowHTTP: Bool = true,
            mirrors: [SafeURL] = [], isSigned: Bool = false
        ) {
            self.fields = fields
            self.base = base
            self.requireDigest = requireDigest
            self.allowHTTP = allowHTTP
            self.mirrors = mirrors
            self.isSigned = isSigned
        }
    }

    /// Far more than 64 MiB of games hold; a list of nothing but zeros would take a gigabyte of memory.
    private static let maximumValues = 4_000_000

    /// Reads and checks a manifest. Pure: the same bytes and rules always give the same value.
    ///
    /// Throws ``ManifestError`` when the whole is unusable; entries that break a rule come back in ``refused``.
    public init(parsing bytes: [UInt8], rules: Rules) throws(ManifestError) {
        let document: JSON
        do {
            document = try JSON(parsing: bytes, maximumValues: Self.maximumValues)
        } catch {
            throw .notJSON(error, received: received(bytes))
        }
        if let key = document.repeatedKeyAtTop { throw .repeatedKey(key) }
        let list = try gameList(in: document, fields: rules.fields)
        if let schema = document["schema"], schema != .null {
            guard case .number("1") = schema else { throw .schema(schema.serialized) }
        }
        var sequence: Int64?
        if let value = document["sequence"], value != .null {
            guard let number = value.integer, number >= 0 else {
                throw .field(name: "sequence", found: value.serialized)
            }
            sequence = number
        }
        let expires = try moment("expires", in: document)
        var generated: Timestamp?
        var nextKeys: JSON?
        // Other APIs may call other things so.
        if rules.isSigned {
            generated = try moment("generated", in: document)
            nextKeys = document["keys"] == .null ? nil : document["keys"]
        }
        let reader = EntryReader(rules: rules)
        let entries = list.enumerated().map { reader.read($1, position: $0 + 1) }
        let (releases, refused) = settleRepetitions(entries)
        let dropped = entries.flatMap { entry -> [DroppedMirror] in
            if case .release(_, let dropped) = entry { dropped } else { [] }
        }
        self.init(
            releases: releases, refused: refused, sequence: sequence, expires: expires, generated: generated,
            nextKeys: nextKeys, droppedMirrors: dropped)
    }
}

/// A time at the top of the manifest; null counts as absent.
private func moment(_ key: String, in document: JSON) throws(ManifestError) -> Timestamp? {
    guard let value = document[key], value != .null else { return nil }
    guard let text = value.text, let moment = Timestamp(text) else {
        throw .field(name: key, found: value.serialized)
    }
    return moment
}

/// An object with a list under `games` (or where `manifest_fields.games` points), or a bare list.
private func gameList(in document: JSON, fields: ManifestFields) throws(ManifestError) -> [JSON] {
    guard let path = fields.games else {
        if case .array(let list) = document { return list }
        guard let value = document["games"] else { throw .shape(found: document.kind, path: "") }
        guard case .array(let list) = value else { throw .shape(found: value.kind, path: "games") }
        return list
    }
    var value = document
    var walked: [String] = []
    for key in path {
        walked.append(key)
        if let key = value.repeatedKeyAtTop { throw .repeatedKey(key) }
        guard let next = value[key] else { throw .shape(found: "nothing", path: walked.joined(separator: ".")) }
        value = next
    }
    guard case .array(let list) = value else { throw .shape(found: value.kind, path: path.joined(separator: ".")) }
    return list
}

/// The same id twice with different content fails that id; identical twice counts once.
private func settleRepetitions(_ entries: [EntryReader.Outcome]) -> (releases: [Release], refused: [RefusedEntry]) {
    var firsts: [GameID: Int] = [:]
    firsts.reserveCapacity(entries.count)
    var repetitions: [Int: (times: Int, areSame: Bool)] = [:]
    var counted: [Int] = []
    counted.reserveCapacity(entries.count)
    for index in entries.indices {
        if let game = entries[index].game, let first = firsts.updateValue(index, forKey: game) {
            firsts[game] = first
            let known = repetitions[first] ?? (times: 1, areSame: true)
            repetitions[first] = (known.times + 1, known.areSame && entries[first] == entries[index])
        } else {
            counted.append(index)
        }
    }
    var releases: [Release] = []
    releases.reserveCapacity(counted.count)
    var refused: [RefusedEntry] = []
    for index in counted {
        if let repetition = repetitions[index], !repetition.areSame, let game = entries[index].game {
            refused.append(
                RefusedEntry(
                    position: index + 1, game: game, name: game.text, reason: .repeatedGame(times: repetition.times)))
        } else {
            switch entries[index] {
            case .release(let release, _): releases.append(release)
            case .refused(let refusal): refused.append(refusal)
            }
        }
    }
    releases.sort { $0.game < $1.game }
    return (releases, refused)
}
