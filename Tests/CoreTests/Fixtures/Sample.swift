import SyncCore
import Testing

/// Values that tests start from. A digest is told apart by the one digit it is made of.
enum Sample {
    static func md5(_ digit: Character) throws -> Digest {
        try #require(Digest(.md5, hex: String(repeating: digit, count: 32)))
    }

    static func sha256(_ digit: Character) throws -> Digest {
        try #require(Digest(.sha256, hex: String(repeating: digit, count: 64)))
    }

    static func release(
        _ game: String, _ version: String = "1.0", md5: Character? = nil, sha256: Character? = nil,
        url: String = "https://cdn.example.com/game.zip", size: Int64? = nil
    ) throws -> Release {
        Release(
            game: try GameID(game), version: try Version(version), url: try SafeURL(url), md5: try md5.map(Self.md5),
            sha256: try sha256.map(Self.sha256), size: size)
    }

    static func tree(
        _ version: String = "1.0", md5: Character? = nil, sha256: Character? = "0"
    ) throws -> InstalledTree {
        InstalledTree(
            version: try Version(version),
            digests: ArchiveDigests(md5: try md5.map(Self.md5), sha256: try sha256.map(Self.sha256)), verified: true,
            bytes: 10, files: 1, installedAt: Timestamp(seconds: 0), identity: TreeIdentity(device: 1, inode: 2),
            receipt: "receipt")
    }

    /// The row of an installed game.
    static func installed(
        _ game: String, _ version: String = "1.0", md5: Character? = nil, sha256: Character? = "0",
        hold: GameRecord.Hold = .none, damage: String? = nil
    ) throws -> GameRecord {
        GameRecord(
            id: try GameID(game), installed: try tree(version, md5: md5, sha256: sha256), exist: true, hold: hold,
            damage: damage)
    }

    /// A manifest entry that was refused because its version is missing, or, without a game, its id.
    static func refused(_ game: String?, position: Int = 1) throws -> RefusedEntry {
        RefusedEntry(
            position: position, game: try game.map { try GameID($0) }, name: game ?? "entry \(position)",
            reason: .missing(game == nil ? "id" : "version"))
    }

    static func disk(_ trees: [String]) -> DiskListing {
        var disk = DiskListing()
        for name in trees { disk[name] = .tree }
        return disk
    }
}
