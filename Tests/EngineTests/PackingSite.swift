import FoundationEssentials
import Glibc
import SyncCore
import SyncPlatform
import TestSupport
import Testing

@testable import SyncEngine

/// A publisher with a folder to pack and a site to put it into, both in one scratch folder.
struct PackingSite: Sendable {
    let folder: Directory
    /// What is packed.
    let source: String
    /// What is served.
    let site: String

    init(in folder: Directory, site: String? = nil) throws {
        self.folder = folder
        source = try folder.makeDirectory("source").path
        self.site = site ?? "\(folder.path)/site"
    }

    static func run(_ body: (PackingSite) async throws -> Void) async throws {
        try await withScratch { try await body(try PackingSite(in: $0)) }
    }

    /// Makes the folder to be packed hold these files and nothing else.
    func fill(_ files: [String: String]) throws {
        try Site.shell("rm -rf '\(source)'; mkdir -p '\(source)'")
        for (path, content) in files {
            let url = URL(filePath: "\(source)/\(path)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(content.utf8).write(to: url)
        }
        try Site.shell("chmod -R u=rwX,go=rX '\(source)'")
    }

    /// `pack` with these words behind the site.
    func pack(
        _ words: [String], environment: [String: String] = [:], prefix: [String] = [], umask: String = "022"
    ) async throws -> Program.Ending {
        try await Program(
            ["pack", "-o", site] + words, in: folder, environment: environment, prefix: prefix, umask: umask
        ).ending()
    }

    /// Publishes the folder as that version, which must work.
    @discardableResult
    func publish(_ game: String, _ version: String, _ more: String...) async throws -> JSON {
        let ending = try await pack([source, "--id", game, "--version", version, "--json"] + more)
        #expect(ending.status == 0, "\(ending.err)")
        return try JSON(parsing: Array(ending.out.utf8))
    }

    func check(_ words: String...) async throws -> Program.Ending {
        try await Program(
            ["site", "check"] + (words.isEmpty ? [site] : words), in: folder,
            environment: ["no_proxy": "127.0.0.1", "TMPDIR": folder.path]
        ).ending()
    }

    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: site).sorted()) ?? [] }

    func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: "\(site)/\(name)"))) }

    func manifest() throws -> JSON { try JSON(parsing: try bytes("manifest.json")) }

    func entry(_ game: String) throws -> JSON? {
        try manifest()["games"]?.elements?.first { $0["id"]?.text == game }
    }
}
