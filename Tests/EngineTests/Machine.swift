import FoundationEssentials
import Glibc
import SyncCore
import SyncPlatform
import TestSupport
import Testing

@testable import SyncEngine

/// A machine that keeps its games current from a ``Site`` behind a real nginx.
///
/// Its settings are those of a user, but that it flushes nothing, keeps no disk space free and reads no `~/.netrc`.
struct Machine: Sendable {
    /// The scratch folder, which holds the site, the root and everything else.
    let folder: Directory
    let site: Site
    let server: Nginx
    var config: Config
    /// Lines of the configuration file for ``program(_:)`` besides those that say what ``config`` says at first: at its
    /// top, and below its tables.
    var topLines = ""
    var tables = ""
    /// Lines of its `[transfer]` table.
    var transferLines = ""

    var root: String { "\(folder.path)/root" }
    var games: String { config.gamesPath }

    /// The site's files lie under `/slow/` too, where 50 kB come a second until the site is told to hurry; `/elsewhere/`
    /// redirects; `/later/` answers 503 and asks to come back in a week; `/status-…/` answers so, and 444 hangs up.
    static func run(_ body: (inout Machine) async throws -> Void) async throws {
        // A curl in this process must not ask a proxy for loopback, unless a test's own settings say so.
        for name in ["http_proxy", "all_proxy", "ALL_PROXY"] { unsetenv(name) }
        try await withScratch { folder in
            let site = try Site(in: folder)
            var options = Nginx.Options()
            options.server = """
                log_not_found off;
                location /slow/ {
                    set $limit_rate 50000;
                    if (-f \(site.path)/hurry) { set $limit_rate 0; }
                    rewrite ^/slow/(.*) /$1 break;
                }
                location /status-204/ { return 204; }
                location /status-401/ { return 401; }
                location /status-403/ { return 403; }
                location /status-404/ { return 404; }
                location /status-444/ { return 444; }
                location /status-500/ { return 500; }
                location /later/ { add_header Retry-After 604800 always; return 503; }
                location /elsewhere/ { rewrite ^/elsewhere/(.*) /$1 redirect; }
                """
            try await Nginx.serving(try Directory(opening: site.path), options) { server in
                var config = Config(
                    manifest: try SafeURL("\(server.url)/manifest.json"), root: "\(folder.path)/root")
                config.sync.durability = .fast
                config.limits.minFree = .bytes(0)
                config.transfer.netrc = false
                config.transfer.retries = 1
                var machine = Machine(folder: folder, site: site, server: server, config: config)
                try await body(&machine)
            }
        }
    }

    // MARK: - In this process

    func engine(_ change: (inout Config) -> Void = { _ in }, logger: Logger = .silent) -> Engine {
        var config = config
        change(&config)
        return Engine(config: config, version: "test", logger: logger)
    }

    func sync(_ options: SyncOptions = SyncOptions(), _ change: (inout Config) -> Void = { _ in }) async -> RunReport {
        await engine(change).sync(options)
    }

    /// What `status` says of one game.
    func status(_ game: String) async throws -> StatusReport.Game {
        try #require(try await engine().status().games.first { $0.id.text == game })
    }

    // MARK: - As a program

    /// Starts `assetsync` with these words and the configuration file.
    func program(
        _ words: [String], environment: [String: String] = [:], prefix: [String] = [], umask: String = "022"
    ) throws -> Program {
        try writeConfig()
        return try Program(
            ["--config", "\(folder.path)/assetsync.toml"] + words, in: folder,
            environment: environment.merging(["no_proxy": "127.0.0.1"]) { first, _ in first }, prefix: prefix,
            umask: umask)
    }

    /// The same, waiting for its end.
    func ending(
        _ words: [String], environment: [String: String] = [:], prefix: [String] = [], umask: String = "022"
    ) async throws -> Program.Ending {
        try await program(words, environment: environment, prefix: prefix, umask: umask).ending()
    }

    func ending(
        _ words: String..., environment: [String: String] = [:], prefix: [String] = [], umask: String = "022"
    ) async throws -> Program.Ending {
        try await ending(words, environment: environment, prefix: prefix, umask: umask)
    }

    private func writeConfig() throws {
        let text = """
            manifest = "\(config.manifest.absolute)"
            root = "\(config.root)"
            \(config.gamesDirectory.map { "games_dir = \"\($0)\"" } ?? "")
            \(topLines)
            [sync]
            durability = "\(config.sync.durability.rawValue)"
            keep_versions = \(config.sync.keepVersions)
            delete_untracked = \(config.sync.deleteUntracked)
            [transfer]
            netrc = false
            retries = \(config.transfer.retries)
            \(transferLines)
            [limits]
            min_free = "0"
            \(tables)
            """
        try Data(text.utf8).write(to: URL(filePath: "\(folder.path)/assetsync.toml"))
    }

    // MARK: - On disk

    func tree(_ game: String) throws -> Tree { try Tree("\(games)/\(game)") }

    /// Names in a folder below the one that holds `tmp`, sorted; empty when there is none.
    func names(_ name: String) throws -> [String] {
        let path = "\(config.workPath)/\(name)"
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    /// What the archive of an offer holds, as `unzip` unpacks it with the usual umask.
    func unzipped(_ offer: SiteOffer) async throws -> Tree {
        let target = "\(folder.path)/unzipped-\(UInt64.random(in: 0...UInt64.max))"
        _ = try await Lane("unzip").run { [site] in
            try Site.shell("umask 022; mkdir '\(target)'; unzip -q '\(site.path)/\(offer.url)' -d '\(target)'")
        }
        return try Tree(target)
    }

    /// Every tree that is installed or kept has its receipt, and there is no other.
    func expectReceiptsFit(sourceLocation: SourceLocation = #_sourceLocation) throws {
        var trees: [String] = []
        let installed =
            FileManager.default.fileExists(atPath: games)
            ? try FileManager.default.contentsOfDirectory(atPath: games) : []
        for game in installed where !game.hasPrefix(".") { trees.append(game) }
        for game in try names("versions") { trees += try names("versions/\(game)").map { _ in game } }
        let receipts = try names("receipts").map { String($0.dropLast(".123456789abc.json".count)) }
        #expect(receipts == trees.sorted(), sourceLocation: sourceLocation)
    }
}

extension RunReport {
    /// What is said of games but those that stay as they are.
    var changes: [GameReport] { games.filter { $0.action != .keep } }
}

/// Waits until something holds; the test fails when it does not within half a minute.
func eventually(
    _ sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < end {
        if try await condition() { return }
        try await Task.sleep(for: .milliseconds(5))
    }
    Issue.record("it did not come about within half a minute", sourceLocation: sourceLocation)
}
