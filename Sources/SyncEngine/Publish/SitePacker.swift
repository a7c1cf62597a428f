import SyncArchive
public import SyncCore
import SyncPlatform

/// Publishes games in a folder that any static web server can serve.
///
/// Content comes first and the manifest last, each by a rename after it was flushed: whoever is killed at any moment
/// leaves the site as it was or as it is to be. Two publishers wait for each other.
public struct SitePacker: Sendable {
    /// The folder; made where it is missing and a game is published.
    public var site: String
    /// What is to be published; nil for none.
    public var game: GameSource?
    /// Taken out of the manifest. Its files stay until they are pruned.
    public var withdrawn: GameID?
    /// How many versions of each game keep their files; nil keeps all.
    public var kept: Int?
    /// How long the manifest may be acted on from now on; with nothing else it is published anew for that alone.
    public var lifetime: Duration?
    /// What stands before the names of files in the manifest; nil for addresses relative to it.
    public var urlBase: SafeURL?
    /// Private keys that sign the manifest.
    public var keyFiles: [String] = []
    /// Told what is waited for.
    public var waiting: @Sendable (String) -> Void = { _ in }

    public init(site: String) { self.site = site }

    /// One version of a game, as a folder.
    public struct GameSource: Sendable {
        public var id: GameID
        public var version: Version
        public var folder: String
        public var excluded: [EntryGlob] = []
        /// 0 stores, 1 is the fastest, 9 the smallest.
        public var level = 6
        /// Encrypts the content of files.
        public var password: String?

        public init(id: GameID, version: Version, folder: String) {
            self.id = id
            self.version = version
            self.folder = folder
        }
    }

    /// Whether anything but files that nobody names is to be changed.
    var changesManifest: Bool { game != nil || withdrawn != nil || (lifetime != nil && kept == nil) }

    /// What was done. Nothing at all is fine, too.
    public struct Outcome: Sendable, Equatable {
        /// The game that was asked for, whether or not it was there already.
        public internal(set) var published: Published?
        public internal(set) var withdrawn: GameID?
        /// Names of files that were removed, and their bytes.
        public internal(set) var pruned: [String] = []
        public internal(set) var prunedBytes: Int64 = 0
        /// Of the manifest as it is now.
        public internal(set) var sequence: Int64?
        /// Whether the manifest is another one than before.
        public internal(set) var isChanged = false
        public internal(set) var warnings: [String] = []
    }

    public struct Published: Sendable, Equatable {
        public let id: GameID
        public let version: Version
        /// Names in the site; an encrypted archive has no index.
        public let archive: String
        public let index: String?
        public let sha256: Digest
        public let content: PackedContent
    }

    /// - Throws: ``ArchiveFailure``; the site is then as it was, except where a file of it could not be removed.
    public func run(_ control: ArchiveControl = ArchiveControl()) async throws(ArchiveFailure) -> Outcome {
        let lanes = (0..<usableProcessors()).map { Lane("pack-\($0)") }
        let (keys, folder) = try await lanes[0].run { () throws(ArchiveFailure) in
            try checkPlaces()
            return (try PublisherKeys(keyFiles), try SiteFolder(site, creating: game != nil))
        }
        let lock = try await folder.lock(control, waiting: waiting)
        defer { lock.release() }
        let opened = try await lanes[0].run { () throws(ArchiveFailure) in
            try PublishingRun(self, folder, keys, control)
        }
        return try await opened.run(on: lanes)
    }

    /// A site inside the folder that is packed would be packed, too.
    private func checkPlaces() throws(ArchiveFailure) {
        guard let source = game?.folder else { return }
        let folder: Directory
        do throws(PlatformError) {
            folder = try Directory(opening: source)
        } catch {
            throw ArchiveFailure(
                exit: .someFailed, code: "pack.folder",
                summary: "`\(source.printable(limit: 200))` cannot be packed: \(error.reason)")
        }
        let inside = folder.realPath
        // What is not there yet lies in the first folder above it that is.
        var place = site.hasPrefix("/") ? site : "./\(site)"
        while true {
            if let found = try? Directory(opening: place) {  // Why one is not to be had is told later.
                place = found.realPath
                break
            }
            guard let slash = place.lastIndex(of: "/"), slash != place.startIndex else { return }
            place = String(place[..<slash])
        }
        guard "\(place)/".hasPrefix(inside == "/" ? "/" : "\(inside)/") else { return }
        throw ArchiveFailure(
            exit: .someFailed, code: "pack.siteInside",
            summary: "the site `\(site.printable(limit: 200))` lies in the folder that is packed",
            hint: "Name a site outside of `\(source.printable(limit: 200))`")
    }
}
