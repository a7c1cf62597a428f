import SyncCore

/// Every archive that was ever published in a site, the one published last at the end.
///
/// The manifest knows only what is offered now. Which files are older, and which versions are taken, is known from here.
struct SiteRecord: Sendable, Equatable {
    private(set) var archives: [PublishedArchive] = []

    init() {}

    /// nil for anything that ``serialized`` did not give.
    init?(parsing bytes: [UInt8]) {
        guard let value = try? JSON(parsing: bytes, maximumValues: 4_000_000), value["schema"]?.integer == 1,
            let elements = value["archives"]?.elements
        else { return nil }  // Why it is unreadable helps nobody.
        for element in elements {
            guard let archive = PublishedArchive(element) else { return nil }
            archives.append(archive)
        }
    }

    /// One archive a line, so that people and version control can compare it.
    var serialized: String {
        let lines = archives.map(\.json.serialized)
        return "{\"schema\":1,\"archives\":[\n\(lines.joined(separator: ",\n"))\n]}\n"
    }

    func archive(_ version: Version, of game: GameID) -> PublishedArchive? {
        archives.first { $0.isVersion(version, of: game) }
    }

    func newest(of game: GameID) -> PublishedArchive? { archives.last { $0.game == game } }

    /// Another game's version whose files have the same names: `a-b` in `c`, and `a` in `b-c`.
    func clash(with version: Version, of game: GameID) -> PublishedArchive? {
        let name = Array("\(game.text)-\(version.text).zip".utf8)
        return archives.first { !$0.isVersion(version, of: game) && name.elementsEqual($0.archiveName.utf8) }
    }

    /// Now the one that was published last.
    mutating func append(_ archive: PublishedArchive) {
        archives.removeAll { $0.isVersion(archive.version, of: archive.game) }
        archives.append(archive)
    }

    /// What the manifest names was published, though the publisher was killed before it could say so.
    mutating func confirm(_ isNamed: (PublishedArchive) -> Bool) {
        for index in archives.indices where archives[index].state == .pending && isNamed(archives[index]) {
            archives[index].state = .published
        }
    }

    /// Archives whose files may go: all but the newest `count` of each game, and all of a game that is no longer offered.
    func superseded(keeping count: Int, offered: Set<GameID>) -> [PublishedArchive] {
        var kept: [GameID: Int] = [:]
        var superseded: [PublishedArchive] = []
        for archive in archives.reversed() where archive.state != .pruned {
            let newer = kept[archive.game, default: 0]
            if archive.state == .published, offered.contains(archive.game), newer < count {
                kept[archive.game] = newer + 1
            } else {
                superseded.append(archive)
            }
        }
        return superseded.reversed()
    }

    /// The files are gone. What was never published leaves no trace.
    mutating func markPruned(_ gone: [PublishedArchive]) {
        for archive in gone {
            guard let index = archives.firstIndex(of: archive) else { continue }
            if archive.state == .pending {
                archives.remove(at: index)
            } else {
                archives[index].state = .pruned
            }
        }
    }
}
