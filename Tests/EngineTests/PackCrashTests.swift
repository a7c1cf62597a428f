import FoundationEssentials
import Glibc
import SyncCore
import SyncPlatform
import TestSupport
import Testing

@testable import SyncEngine

@Suite("pack that is killed, or not alone") struct PackCrashTests {
    private static let kinds = [["rename"], ["flush"], ["make", "remove"], ["write"]]

    /// The site is whole by its own check, and offers the old or the new version.
    private func expectWhole(_ site: PackingSite, _ moment: String) async throws {
        guard site.names.contains("manifest.json") else { return }
        let version = try site.entry("snake")?["version"]?.text
        #expect(version == "1" || version == "2", "\(moment)")
        let check = try await SiteCheck(site.site).run()
        #expect(check.count(.problem) == 0, "\(moment): \(check.findings)")
    }

    @Test("leaves the old site or the new one at every step, and the next one goes on", arguments: kinds)
    func everyStep(_ kinds: [String]) async throws {
        try await PackingSite.run { site in
            let shim = try await FaultShim(in: site.folder)
            for isFirst in [true, false] {
                var number = 1
                while true {
                    try Site.shell("rm -rf '\(site.site)'")
                    try site.fill(["index.html": "1", "js/a.js": "1"])
                    if !isFirst { try await site.publish("snake", "1") }
                    try site.fill(["index.html": "2", "js/b.js": "2"])
                    let words = [site.source, "--id", "snake", "--version", "2", "--prune", "1"]
                    let killed = try await site.pack(
                        words,
                        environment: shim.environment(.init(kinds: kinds, paths: ["site"], number: number), .kill))
                    let moment = "killed before \(kinds) \(number)"
                    try await expectWhole(site, moment)
                    // Other bytes are fine for a version that was never offered.
                    let wasOffered = try site.names.contains("manifest.json") && site.entry("snake")?["version"] == "2"
                    if !wasOffered { try site.fill(["index.html": "2", "js/c.js": "other"]) }
                    let next = try await site.pack(words)
                    #expect(next.status == 0, "\(moment): \(next.err)")
                    #expect(try site.entry("snake")?["version"] == "2", "\(moment)")
                    try await expectWhole(site, moment)
                    #expect(
                        site.names == [
                            ".assetsync-published.json", ".assetsync.lock", "manifest.json", "snake-2.index.json.gz",
                            "snake-2.zip",
                        ], "\(moment)")
                    guard killed.status == -SIGKILL else { break }
                    number += 1
                }
                #expect(number >= 4, "\(kinds)")
            }
        }
    }

    @Test("an encrypted version can be packed again after a kill before it was offered")
    func encrypted() async throws {
        try await PackingSite.run { site in
            let shim = try await FaultShim(in: site.folder)
            try Site.shell("echo secret >'\(site.folder.path)/password'")
            try site.fill(["index.html": "2"])
            let words = [
                site.source, "--id", "snake", "--version", "2", "--password-file", "\(site.folder.path)/password",
            ]
            // The record, the archive, and then the manifest.
            let killed = try await site.pack(
                words, environment: shim.environment(.init(kinds: ["rename"], paths: ["site"], number: 3), .kill))
            #expect(killed.status == -SIGKILL)
            #expect(site.names.contains("snake-2.zip"))
            #expect(!site.names.contains("manifest.json"))
            #expect(try await site.pack(words).status == 0)
            #expect(try await site.check().status == 0)
        }
    }

    @Test("a full or failing disk leaves the old site and says so", arguments: [ENOSPC, EIO])
    func fullDisk(_ error: Int32) async throws {
        try await PackingSite.run { site in
            let shim = try await FaultShim(in: site.folder)
            try site.fill(["index.html": "1"])
            try await site.publish("snake", "1")
            let before = try site.bytes("manifest.json")
            try site.fill(["index.html": "2"])
            for kinds in [["write"], ["flush"], ["make"]] {
                let ending = try await site.pack(
                    [site.source, "--id", "snake", "--version", "2"],
                    environment: shim.environment(.init(kinds: kinds, paths: ["site"]), .fail(error)))
                #expect([1, 7, 11].contains(ending.status), "\(kinds) \(ending)")
                if error == ENOSPC { #expect(ending.status == 7, "\(kinds) \(ending)") }
                #expect(try site.bytes("manifest.json") == before)
                #expect(!site.names.contains { $0.hasPrefix(".assetsync-pack-") || $0.hasPrefix(".assetsync-new-") })
                #expect(try await site.check().status == 0)
            }
            try await site.publish("snake", "2")
        }
    }

    @Test("several at once lose none of their games")
    func together() async throws {
        try await PackingSite.run { site in
            try site.fill(["index.html": "1"])
            let endings = try await withThrowingTaskGroup(of: Program.Ending.self) { group in
                for number in 1...6 {
                    group.addTask { try await site.pack([site.source, "--id", "g\(number)", "--version", "1"]) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(endings.allSatisfy { $0.status == 0 }, "\(endings)")
            #expect(try site.manifest()["games"]?.elements?.compactMap { $0["id"]?.text } == (1...6).map { "g\($0)" })
            #expect(try site.manifest()["sequence"] == 6)
            #expect(try await site.check().status == 0)
        }
    }

    @Test("a signal stops it with 10, and nothing is left behind")
    func interrupted() async throws {
        try await PackingSite.run { site in
            try site.fill(["index.html": "1"])
            try await site.publish("snake", "1")
            let before = try site.bytes("manifest.json")
            try Site.shell("cd '\(site.source)'; seq 1 9000000 >numbers.txt")
            let program = try Program(
                ["pack", "-o", site.site, site.source, "--id", "snake", "--version", "2", "--level", "9"],
                in: site.folder)
            try await eventually { site.names.contains { $0.hasPrefix(".assetsync-pack-") } }
            program.signal(SIGTERM)
            #expect(try await program.ending().status == 10)
            #expect(try site.bytes("manifest.json") == before)
            #expect(!site.names.contains { $0.hasPrefix(".assetsync-pack-") })
        }
    }
}
