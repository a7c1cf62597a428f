public import SyncCore
import SyncCrypto
public import SyncPlatform

/// The names of a partial download and its resume record: after what the file will be, so that bytes of two archives
/// never meet in one file.
///
/// The stem is the promised digest, else a digest of address and version, and then a short digest of the game's id:
/// two games with the same archive must not write one file at the same time.
public struct PartialName: Sendable, Hashable {
    public let stem: String

    public init(game: GameID, version: Version, url: SafeURL, md5: Digest?, sha256: Digest?) {
        let content =
            if let digest = sha256 ?? md5 {
                "\(digest.algorithm.rawValue)-\(digest.hex)"
            } else {
                // The NUL keeps the two texts apart: neither can hold one.
                "url-\(Digest(sha256Of: "\(url.absolute)\0\(version.text)").hex)"
            }
        stem = "\(content)-\(Digest(sha256Of: game.text).hex.prefix(16))"
    }

    public init(_ release: Release) {
        self.init(
            game: release.game, version: release.version, url: release.url, md5: release.md5, sha256: release.sha256)
    }

    /// The bytes so far.
    public var file: String { stem + ".part" }
    /// What they are the beginning of.
    public var record: String { stem + ".json" }

    /// Removes both, whatever is there under these names.
    public func remove(in directory: Directory) throws(PlatformError) {
        // The record first: a partial without one is not trusted, a record without its partial would be.
        try directory.removeTree(record)
        try directory.removeTree(file)
    }
}
