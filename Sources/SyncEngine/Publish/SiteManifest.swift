import SyncCore
import SyncTrust

/// A site's manifest as it is edited: what we do not know in it stays as it is.
struct SiteManifest: Sendable {
    /// Where an entry leads, as it stands in the manifest.
    struct Offer: Sendable, Equatable {
        let game: GameID
        let version: Version
        let url: String
        let content: ArchiveIndex.Archive
        let index: (url: String, sha256: Digest)?

        static func == (left: Offer, right: Offer) -> Bool { left.members == right.members }

        fileprivate var members: [JSON.Member] {
            var members: [JSON.Member] = [
                .init("id", .string(game.text)), .init("version", .string(version.text)), .init("url", .string(url)),
                .init("size", .init(content.size)), .init("sha256", .string(content.sha256.hex)),
            ]
            if let index {
                members.append(
                    .init("index", ["url": .string(index.url), "sha256": .string(index.sha256.hex)]))
            }
            return members
        }
    }

    private static let ownKeys = ["id", "gameId", "version", "h5Version", "url", "h5Down", "sha256", "size", "index"]
    /// They are of the archive that they stand beside.
    private static let contentKeys = ["md5", "h5Md5", "mirrors"]

    private var top: [JSON.Member]
    private(set) var games: [JSON]
    /// The envelope that it came in.
    let envelope: Envelope?
    /// Whether something was changed since it was read.
    private(set) var isChanged = false

    /// Of a new site.
    init() {
        top = [.init("schema", 1)]
        games = []
        envelope = nil
    }

    /// Reads what is published now, signed or not.
    init(reading bytes: [UInt8]) throws(ArchiveFailure) {
        var payload = bytes
        var envelope: Envelope?
        do throws(TrustError) {
            if try Envelope.unverifiedPayload(of: bytes) != nil {
                let signed = try Envelope(parsing: bytes)
                payload = signed.payload
                envelope = signed
            }
        } catch {
            throw Self.unusable(error.summary)
        }
        self.envelope = envelope
        let document: JSON
        do { document = try JSON(parsing: payload, maximumValues: 4_000_000) } catch {
            throw Self.unusable(error.summary)
        }
        guard case .object(let members) = document else {
            throw Self.unusable("it is \(document.kind), not an object with a list under `games`")
        }
        if let key = document.repeatedKeyAtTop {
            throw Self.unusable("`\(key.printable(limit: 40))` stands twice in it")
        }
        guard let games = document["games"]?.elements else { throw Self.unusable("it has no list under `games`") }
        if let schema = document["schema"], schema != .null, schema.integer != 1 {
            throw Self.unusable("its schema is \(schema.serialized.printable(limit: 20)), not 1")
        }
        if let sequence = document["sequence"], sequence != .null {
            guard let number = sequence.integer, (0 ..< .max).contains(number) else {
                throw Self.unusable("its sequence is \(sequence.serialized.printable(limit: 40))")
            }
        }
        top = members
        self.games = games
    }

    /// nil for one that was never numbered.
    var sequence: Int64? { JSON.object(top)["sequence"]?.integer }

    var expires: Timestamp? { JSON.object(top)["expires"]?.text.flatMap { Timestamp($0) } }

    var offeredGames: Set<GameID> { Set(games.compactMap(Self.game)) }

    // MARK: - What it says of archives

    /// Version and SHA-256 that it gives for a game.
    func offered(_ game: GameID) -> (version: String, sha256: Digest?)? {
        guard let entry = games.first(where: { Self.game($0) == game }) else { return nil }
        let version = Self.name(entry["version"]) ?? Self.name(entry["h5Version"]) ?? ""
        return (version, entry["sha256"]?.text.flatMap { Digest(.sha256, hex: $0) })
    }

    func names(_ archive: PublishedArchive) -> Bool {
        guard let offered = offered(archive.game) else { return false }
        return offered.version.utf8.elementsEqual(archive.version.text.utf8)
            && offered.sha256 == archive.content.sha256
    }

    /// The last part of every address in it, and of everything else that could be one: a file that has such a name is
    /// never taken away.
    var mentionedNames: Set<[UInt8]> {
        var names: Set<[UInt8]> = []
        func collect(_ value: JSON) {
            switch value {
            case .string(let text):
                let path = text.prefix { $0 != "?" && $0 != "#" }
                let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
                names.insert(decodedName(name))
                names.insert(Array(name))
            case .array(let elements): elements.forEach(collect)
            case .object(let members): members.forEach { collect($0.value) }
            case .null, .bool, .number: break
            }
        }
        games.forEach(collect)
        return names
    }

    // MARK: - Changes

    /// Makes the offer the only entry of its game. Members of the entry that are not ours stay.
    ///
    /// - Returns: What a publisher should know of those.
    mutating func put(_ offer: Offer) -> [String] {
        var warnings: [String] = []
        let mine = games.indices.filter { Self.game(games[$0]) == offer.game }
        var members = offer.members
        if let first = mine.first, case .object(let old) = games[first] {
            let isSameContent = offered(offer.game)?.sha256 == offer.content.sha256
            let dropped = Self.ownKeys + (isSameContent ? [] : Self.contentKeys)
            let kept = old.filter { member in !dropped.contains { $0.utf8.elementsEqual(member.key.utf8) } }
            members += kept
            let names = kept.map(\.key)
            if !isSameContent, old.contains(where: { $0.key == "mirrors" }) {
                warnings.append("`mirrors` of \(offer.game) led to the old archive and are left out")
            }
            if !isSameContent, names.contains("rollout") {
                warnings.append("`rollout` of \(offer.game) stays as it is, now for \(offer.version)")
            }
            if mine.count == 1, Self.isSame(old, members) { return [] }
        }
        for index in mine.reversed() { games.remove(at: index) }
        games.append(.object(members))
        sort()
        isChanged = true
        return warnings
    }

    /// False when it has no such game.
    mutating func withdraw(_ game: GameID) -> Bool {
        let count = games.count
        games.removeAll { Self.game($0) == game }
        guard games.count < count else { return false }
        isChanged = true
        return true
    }

    /// Until when it may be acted on.
    mutating func set(expires: Timestamp) {
        Self.set("expires", .string("\(expires)"), in: &top)
        isChanged = true
    }

    /// Signing anew is a change, too.
    mutating func touch() { isChanged = true }

    /// The text with the next sequence, one game a line, and that sequence. A `generated` of nil adds no time where none
    /// is.
    func next(generated: Timestamp?, now: Timestamp) -> (text: String, sequence: Int64) {
        let number = (sequence ?? 0) + 1
        var members = top
        Self.set("sequence", .init(number), in: &members)
        if generated != nil || members.contains(where: { $0.key == "generated" }) {
            Self.set("generated", .string("\(generated ?? now)"), in: &members)
        }
        var lines = members.filter { $0.key != "games" }.map { member in
            "  \(JSON.string(member.key).serialized): \(member.value.serialized)"
        }
        let list = games.map { "    \($0.serialized)" }.joined(separator: ",\n")
        lines.append("  \"games\": [" + (list.isEmpty ? "]" : "\n\(list)\n  ]"))
        return ("{\n" + lines.joined(separator: ",\n") + "\n}\n", number)
    }

    /// In place, else after the schema.
    private static func set(_ key: String, _ value: JSON, in members: inout [JSON.Member]) {
        if let index = members.firstIndex(where: { $0.key == key }) {
            members[index] = .init(key, value)
        } else {
            let place = members.firstIndex { $0.key == "sequence" } ?? members.firstIndex { $0.key == "schema" }
            members.insert(.init(key, value), at: place.map { $0 + 1 } ?? 0)
        }
    }

    /// By id, byte for byte; entries without a usable one at the end, in their order.
    private mutating func sort() {
        let named = games.compactMap { entry in Self.game(entry).map { (game: $0, entry: entry) } }
        let nameless = games.filter { Self.game($0) == nil }
        games = named.sorted { $0.game < $1.game }.map(\.entry) + nameless
    }

    /// In whatever order their members stand.
    private static func isSame(_ left: [JSON.Member], _ right: [JSON.Member]) -> Bool {
        left.count == right.count && right.allSatisfy { member in left.contains { $0 == member } }
    }

    private static func game(_ entry: JSON) -> GameID? {
        guard let text = name(entry["id"]) ?? name(entry["gameId"]) else { return nil }
        do throws(NameError) { return try GameID(text) } catch { return nil }
    }

    /// A string, or a number by its text.
    private static func name(_ value: JSON?) -> String? {
        switch value {
        case .string(let text)?, .number(let text)?: text
        default: nil
        }
    }

    private static func unusable(_ problem: String) -> ArchiveFailure {
        ArchiveFailure(
            exit: .someFailed, code: "site.manifest",
            summary: "the site's `\(SiteFolder.manifestName)` cannot be added to: \(problem)",
            hint: "Mend it by hand, or move it away to begin a new one")
    }
}

/// Percent-decoded.
private func decodedName(_ name: Substring.UTF8View.SubSequence) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = name[...]
    while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
            rest.prefix(2).count == 2
        {
            bytes.append(value)
            rest = rest.dropFirst(2)
        } else {
            bytes.append(byte)
        }
    }
    return bytes
}
