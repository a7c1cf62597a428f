import SyncCore

/// Values for tests, each field with content of its own, so that two columns cannot be mixed up unseen.
enum Samples {
    static let now = Timestamp(seconds: 1_767_323_045)

    static func game(_ text: String) throws -> GameID { try GameID(text) }

    static func tree(_ version: String, salt: UInt8 = 1) throws -> InstalledTree {
        InstalledTree(
            version: try Version(version),
            digests: ArchiveDigests(
                md5: Digest(.md5, bytes: [UInt8](repeating: salt, count: 16)),
                sha256: Digest(.sha256, bytes: [UInt8](repeating: salt, count: 32))),
            verified: true, bytes: 1_000 + Int64(salt), files: 10 + Int(salt),
            installedAt: Timestamp(seconds: 1_700_000_000 + Int64(salt)),
            // An inode with the highest bit set must survive a signed column.
            identity: TreeIdentity(device: UInt64(salt), inode: .max - UInt64(salt)),
            receipt: "receipt-\(version)-\(salt).json")
    }

    static func wanted(_ version: String, salt: UInt8 = 9) throws -> GameRecord.Wanted {
        GameRecord.Wanted(
            version: try Version(version),
            digests: ArchiveDigests(md5: nil, sha256: Digest(.sha256, bytes: [UInt8](repeating: salt, count: 32))))
    }

    static let manifest = ManifestRecord(
        url: "https://cdn.example.com/manifest.json", base: "https://cdn.example.com/manifest.json?key=1",
        etag: "\"abc\"", lastModified: "Fri, 02 Jan 2026 03:04:05 GMT", sequence: 7,
        expires: Timestamp(seconds: 1_800_000_000), fetched: Timestamp(seconds: 1_767_000_001),
        checked: Timestamp(seconds: 1_767_000_002), error: "too old", settled: true, reading: "0a1b",
        trust: .init(anchor: "2c3d", nextKeys: "{\"threshold\":1}", newestSigned: Timestamp(seconds: 1_766_000_000)),
        plainHTTP: .init(games: 3, withoutDigest: 2))

    static let failure = GameFailure(
        step: .download, code: "transfer.stalled", message: "no bytes for 30 s. Try again",
        since: Timestamp(seconds: 1_767_000_003), attempts: 1, retryAt: Timestamp(seconds: 1_767_000_004))
}
