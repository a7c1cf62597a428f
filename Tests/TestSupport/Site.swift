import FoundationEssentials
public import SyncPlatform
import Synchronization

/// A publisher: games as folders, packed by `zip`, and manifests that offer some of their versions.
///
/// Every file it publishes is a second younger than the one before, so that servers tell them apart by their times.
public final class Site: Sendable {
    /// Absolute path of the folder to be served; the manifest is `manifest.json` in it.
    public let path: String
    private let sources: String
    private let youngest = Mutex(1_700_000_000)

    public init(in scratch: Directory) throws {
        path = try scratch.makeDirectory("site").path
        sources = try scratch.makeDirectory("sources").path
    }

    /// Packs text files, by path, as one version of a game.
    ///
    /// Folders are made as needed; `build` tells archives of the same version apart. The offer says all that a manifest
    /// can say of it, digests and size included.
    public func pack(_ game: String, _ version: String, _ files: [String: String], build: String = "") async throws
        -> SiteOffer
    {
        try await pack(game, version, build: build) { folder in
            for (path, content) in files {
                let url = URL(filePath: "\(folder)/\(path)")
                let parent = url.deletingLastPathComponent()
                try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
                try Data(content.utf8).write(to: url)
            }
        }
    }

    /// Packs what a shell script puts into the empty folder in which it runs.
    public func pack(_ game: String, _ version: String, script: String, build: String = "") async throws -> SiteOffer {
        try await pack(game, version, build: build) { folder in
            _ = try Site.shell("umask 022; cd '\(folder)'\n\(script)")
        }
    }

    private func pack(
        _ game: String, _ version: String, build: String, _ fill: @escaping @Sendable (String) throws -> Void
    ) async throws -> SiteOffer {
        let name = "\(game)-\(version)\(build).zip"
        let folder = "\(sources)/\(name)"
        let archive = "\(path)/\(name)"
        let time = tick()
        let lines = try await Lane("site").run {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try fill(folder)
            return try Site.shell(
                """
                cd '\(folder)'; rm -f '\(archive)'; zip -q -r -y -X '\(archive)' .; touch -d @\(time) '\(archive)'
                md5sum <'\(archive)'; sha256sum <'\(archive)'; stat -c %s '\(archive)'
                """)
        }
        let words = lines.map { String($0.prefix { $0 != " " }) }
        guard words.count == 3, let size = Int64(words[2]) else { throw SiteFailure(output: lines) }
        return SiteOffer(game: game, version: version, url: name, md5: words[0], sha256: words[1], size: size)
    }

    /// Packs the same folder again by another program, which makes the file `$OUT` of the folder it runs in.
    public func repack(_ offer: SiteOffer, _ command: String) throws -> SiteOffer {
        let archive = "\(path)/\(offer.url)"
        let lines = try Site.shell(
            """
            cd '\(sources)/\(offer.url)'; OUT='\(sources)/\(offer.url).again.zip'; \(command)
            mv "$OUT" '\(archive)'; touch -d @\(tick()) '\(archive)'
            md5sum <'\(archive)'; sha256sum <'\(archive)'; stat -c %s '\(archive)'
            """)
        let words = lines.map { String($0.prefix { $0 != " " }) }
        guard words.count == 3, let size = Int64(words[2]) else { throw SiteFailure(output: lines) }
        return SiteOffer(
            game: offer.game, version: offer.version, url: offer.url, md5: words[0], sha256: words[1], size: size)
    }

    /// Runs shell lines that must succeed, and gives what they print.
    @discardableResult
    public static func shell(_ script: String) throws -> [String] {
        let (lines, status) = try ChildProcess(["sh", "-e", "-c", script]).runToEnd()
        guard status == 0 else { throw SiteFailure(output: lines) }
        return lines
    }

    /// Publishes a manifest that offers these versions and no others.
    public func publish(_ offers: [SiteOffer], naming: SiteOffer.Naming = .native, as name: String = "manifest.json")
        throws
    {
        try write("{\"games\": [\(offers.map { $0.json(naming) }.joined(separator: ",\n"))]}\n", as: name)
    }

    /// Publishes any text, in one step: no reader gets half of it.
    public func write(_ text: String, as name: String = "manifest.json") throws {
        let draft = "\(path)/.\(name).draft"
        try Data(text.utf8).write(to: URL(filePath: draft))
        try Site.shell("touch -d @\(tick()) '\(draft)'; mv -f '\(draft)' '\(path)/\(name)'")
    }

    /// Takes a file down; ``restore(_:)`` puts it back.
    public func withdraw(_ offer: SiteOffer) throws { try Site.shell("mv '\(path)/\(offer.url)' '\(path)/.gone'") }

    public func restore(_ offer: SiteOffer) throws { try Site.shell("mv '\(path)/.gone' '\(path)/\(offer.url)'") }

    /// For servers that send slowly until there is a file `hurry`.
    public func hurry() throws { try Site.shell(": >'\(path)/hurry'") }

    private func tick() -> Int {
        youngest.withLock { time in
            time += 1
            return time
        }
    }
}

/// A shell line of the publisher failed.
public struct SiteFailure: Error {
    public let output: [String]
}
