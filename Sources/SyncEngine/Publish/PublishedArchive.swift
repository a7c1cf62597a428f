import SyncCore

/// An archive that was published once, as the site's record has it.
struct PublishedArchive: Sendable, Equatable {
    enum State: String {
        /// Its files may be in place, and no manifest names it yet.
        case pending
        case published
        /// Its files are gone; its bytes are remembered, so that nobody publishes others under its version.
        case pruned
    }

    let game: GameID
    let version: Version
    let content: ArchiveIndex.Archive
    /// SHA-256 of the index; nil when there is none.
    let index: Digest?
    var state: State

    var archiveName: String { "\(game.text)-\(version.text).zip" }
    var indexName: String { "\(game.text)-\(version.text).index.json.gz" }
    var fileNames: [String] { index == nil ? [archiveName] : [archiveName, indexName] }

    func isVersion(_ version: Version, of game: GameID) -> Bool { self.game == game && self.version == version }
}

extension PublishedArchive {
    var json: JSON {
        [
            "id": .string(game.text), "version": .string(version.text), "size": .init(content.size),
            "sha256": .string(content.sha256.hex), "index": .init(index?.hex), "state": .string(state.rawValue),
        ]
    }

    /// nil for anything else.
    init?(_ value: JSON) {
        guard let id = value["id"]?.text, let name = value["version"]?.text, let size = value["size"]?.integer,
            let sha256 = value["sha256"]?.text.flatMap({ Digest(.sha256, hex: $0) }),
            let state = value["state"]?.text.flatMap(State.init)
        else { return nil }
        do throws(NameError) {
            game = try GameID(id)
            version = try Version(name)
        } catch {
            return nil
        }
        content = ArchiveIndex.Archive(size: size, sha256: sha256)
        index = value["index"]?.text.flatMap { Digest(.sha256, hex: $0) }
        self.state = state
    }
}
