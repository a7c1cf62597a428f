extension Manifest {
    /// What the reading of a manifest depends on besides its bytes.
    public struct Rules: Sendable, Equatable {
        public var fields: ManifestFields
        /// Where it came from, after redirects; relative addresses resolve against it.
        public var base: SafeURL
        public var requireDigest: Bool
        public var allowHTTP: Bool

        public init(
            fields: ManifestFields = .init(), base: SafeURL, requireDigest: Bool = false, allowHTTP: Bool = true
        ) {
            self.fields = fields
            self.base = base
            self.requireDigest = requireDigest
            self.allowHTTP = allowHTTP
        }
    }

    /// Reads and checks a manifest. Pure: the same bytes and rules always give the same value.
    ///
    /// Throws ``ManifestError`` when the whole is unusable; entries that break a rule come back in ``refused``.
    public init(parsing bytes: [UInt8], rules: Rules) throws(ManifestError) {
        let document: JSON
        do {
            document = try JSON(parsing: bytes)
        } catch {
            throw .notJSON(error, received: received(bytes))
        }
        if let key = document.repeatedKeyAtTop { throw .repeatedKey(key) }
        let list = try gameList(in: document, fields: rules.fields)
        if let schema = document["schema"] {
            guard case .number("1") = schema else { throw .schema(schema.serialized) }
        }
        var sequence: Int64?
        if let value = document["sequence"], value != .null {
            guard let number = value.integer, number >= 0 else {
                throw .field(name: "sequence", found: value.serialized)
            }
            sequence = number
        }
        var expires: Timestamp?
        if let value = document["expires"], value != .null {
            guard let text = value.text, let moment = Timestamp(text) else {
                throw .field(name: "expires", found: value.serialized)
            }
            expires = moment
        }
        let reader = EntryReader(rules: rules)
        var entries: [(position: Int, outcome: EntryReader.Outcome)] = []
        entries.reserveCapacity(list.count)
        for (index, value) in list.enumerated() { entries.append((index + 1, reader.read(value, position: index + 1))) }
        let (releases, refused) = settleRepetitions(entries)
        self.init(releases: releases, refused: refused, sequence: sequence, expires: expires)
    }
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
private func settleRepetitions(
    _ entries: [(position: Int, outcome: EntryReader.Outcome)]
) -> (releases: [Release], refused: [RefusedEntry]) {
    var byGame: [GameID: [(position: Int, outcome: EntryReader.Outcome)]] = [:]
    var refused: [RefusedEntry] = []
    for entry in entries {
        switch entry.outcome {
        case .release(let release): byGame[release.game, default: []].append(entry)
        case .refused(let refusal):
            if let game = refusal.game { byGame[game, default: []].append(entry) } else { refused.append(refusal) }
        }
    }
    var releases: [Release] = []
    releases.reserveCapacity(byGame.count)
    for (game, group) in byGame {
        let first = group[0]
        if group.allSatisfy({ $0.outcome == first.outcome }) || group.count == 1 {
            switch first.outcome {
            case .release(let release): releases.append(release)
            case .refused(let refusal): refused.append(refusal)
            }
        } else {
            refused.append(
                RefusedEntry(
                    position: first.position, game: game, name: game.text, reason: .repeatedGame(times: group.count)))
        }
    }
    releases.sort { $0.game < $1.game }
    refused.sort { $0.position < $1.position }
    return (releases, refused)
}

/// What came, in one printable line: its size and first words.
private func received(_ bytes: [UInt8]) -> String {
    guard !bytes.isEmpty else { return "an empty body" }
    let words = String(decoding: bytes.prefix(120), as: UTF8.self)
        .split { $0.isWhitespace }.joined(separator: " ").printable(limit: 60)
    return "\(byteText(Int64(bytes.count))) that begin with `\(words)`"
}
