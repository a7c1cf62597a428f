import FoundationEssentials
import Glibc
import SyncCore
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@Suite("What counts as a change") struct ChangeTests {
    @Test("another archive under the same version is installed, and reported as republished")
    func republished() async throws {
        try await Machine.run { machine in
            machine.config.sync.keepVersions = 3
            var kept: [String] = []
            for build in ["a", "b", "c"] {
                let offer = try await machine.site.pack("snake", "1.0", ["x": build], build: build)
                try machine.site.publish([offer])
                let report = await machine.sync()
                #expect(report.exit == .done)
                #expect(try machine.tree("snake").text("x") == build)
                #expect(report.games[0].note == (build == "a" ? nil : "republished under the same version"))
                #expect(try await machine.status("snake").sha256?.hex == offer.sha256)
                kept.append("1.0")
                #expect(try await machine.status("snake").versions.map(\.text) == kept)
            }
            let texts = try machine.names("versions/snake").map {
                try Tree("\(machine.root)/versions/snake/\($0)").text("x")
            }
            #expect(Set(texts) == ["a", "b"])
            #expect(try machine.names("versions/snake").contains("1.0"))
            try machine.expectReceiptsFit()
        }
    }

    @Test("another address alone is no change")
    func moved() async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("snake", "1.0", ["x": "1"])
            try machine.site.publish([offer])
            #expect(await machine.sync().exit == .done)
            try machine.site.publish([offer.with { $0.url = "/elsewhere/" + $0.url }])
            let report = await machine.sync()
            #expect(report.exit == .done)
            #expect(report.changes == [])
            #expect(try machine.server.requests.count { $0.path.hasSuffix(".zip") } == 1)
        }
    }

    @Test("a digest of another kind for the same version is no change")
    func otherDigest() async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("snake", "1.0", ["x": "1"])
            try machine.site.publish([offer.with { $0.sha256 = nil }])
            #expect(await machine.sync().exit == .done)
            try machine.site.publish([offer.with { $0.md5 = nil }])
            #expect(await machine.sync().changes == [])
            // The archive's SHA-256 was recorded though only its MD5 was promised: another one is seen.
            let other = try await machine.site.pack("snake", "1.0", ["x": "2"], build: "b")
            try machine.site.publish([other.with { $0.md5 = nil }])
            #expect(await machine.sync().count(.update) == 1)
            #expect(try machine.tree("snake").text("x") == "2")
        }
    }

    @Test("a game without any digest is installed but never called verified")
    func noDigest() async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("snake", "1.0", ["x": "1"])
            try machine.site.publish([
                offer.with {
                    $0.md5 = nil; $0.sha256 = nil; $0.size = nil
                }
            ])
            #expect(await machine.sync().exit == .done)
            #expect(try await machine.status("snake").verified == false)
            #expect(try await machine.status("snake").sha256?.hex == offer.sha256)
            #expect(await machine.sync().changes == [])
        }
    }

    @Test("a lower version is wanted like any other, and the way back keeps what was there")
    func lower() async throws {
        try await Machine.run { machine in
            machine.config.sync.keepVersions = 3
            let one = try await machine.site.pack("snake", "1.0", ["x": "1"])
            let two = try await machine.site.pack("snake", "2.0", ["x": "2"])
            for (offer, versions) in [
                (one, ["1.0"]), (two, ["2.0", "1.0"]), (one, ["1.0", "2.0"]), (two, ["2.0", "1.0"]),
            ] {
                try machine.site.publish([offer])
                #expect(await machine.sync().exit == .done)
                #expect(try machine.tree("snake").text("x") == String(offer.version.prefix(1)))
                #expect(try await machine.status("snake").versions.map(\.text) == versions)
                try machine.expectReceiptsFit()
            }
        }
    }

    @Test(
        "a tree that is visibly damaged is reinstalled",
        arguments: [
            "rm -r GAME", "rm -r GAME/*", "rm GAME/index.html", "rm -r GAME/js", "mv GAME/index.html GAME/other",
        ])
    func damaged(_ damage: String) async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("snake", "1", ["index.html": "1", "js/a.js": "a", "js/b.js": "b"])
            let chess = try await machine.site.pack("chess", "1", ["x": "1"])
            try machine.site.publish([offer, chess])
            #expect(await machine.sync().exit == .done)
            try Site.shell(damage.replacing("GAME", with: machine.games + "/snake"))
            #expect([.damaged, .absent].contains(try await machine.status("snake").state))
            let (snake, version) = (try GameID("snake"), try Version("1"))
            #expect(await machine.engine().isInstalled(snake, version) == false)

            let report = await machine.sync()
            #expect(report.exit == .done)
            #expect(report.changes.map(\.action) == [.reinstall])
            #expect(try await machine.engine().status().lastRun?.updated == 0)
            #expect(try machine.tree("snake") == (try await machine.unzipped(offer)))
            #expect(try await machine.status("snake").state == .current)
            #expect(try machine.names("versions") == [])
            #expect(await machine.sync().changes == [])
            try machine.expectReceiptsFit()
        }
    }

    @Test("something added at the top of a tree is no damage, and costs no download")
    func added() async throws {
        try await Machine.run { machine in
            try machine.site.publish([try await machine.site.pack("snake", "1", ["x": "1"])])
            #expect(await machine.sync().exit == .done)
            try Site.shell("echo save >'\(machine.games)/snake/savegame'")
            #expect(await machine.sync().changes == [])
            #expect(try machine.tree("snake").paths == ["savegame", "x"])
        }
    }

    @Test("`--force` installs again what is current, and keeps no copy of it as an earlier version")
    func force() async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("snake", "1", ["x": "1", "y/z": "1"])
            try machine.site.publish([offer, try await machine.site.pack("chess", "1", ["x": "1"])])
            #expect(await machine.sync().exit == .done)
            try Site.shell("echo changed >'\(machine.games)/snake/y/z'")
            let report = await machine.sync(SyncOptions(selection: [try GameID("snake")], force: true))
            #expect(report.exit == .done)
            #expect(report.changes.map(\.id) == ["snake"])
            #expect(report.count(.reinstall) == 1)
            #expect(try machine.tree("snake") == (try await machine.unzipped(offer)))
            #expect(try machine.names("versions") == [])
            try machine.expectReceiptsFit()
        }
    }

    @Test("naming games on the command line leaves the others alone")
    func selection() async throws {
        try await Machine.run { machine in
            let site = machine.site
            try site.publish([
                try await site.pack("snake", "1", ["x": "1"]), try await site.pack("gone", "1", ["x": "1"]),
            ])
            #expect(await machine.sync().exit == .done)
            try site.publish([
                try await site.pack("snake", "2", ["x": "2"]), try await site.pack("chess", "1", ["x": "1"]),
            ])
            let ending = try await machine.ending("sync", "chess")
            #expect(ending.status == 0)
            #expect(try Tree(machine.games).paths == ["chess", "chess/x", "gone", "gone/x", "snake", "snake/x"])
            #expect(try machine.tree("snake").text("x") == "1")
            #expect(try await machine.ending("sync", "chees").status == 1)
            // What was left out is not forgotten.
            #expect(try await machine.ending("sync").status == 0)
            #expect(try machine.tree("snake").text("x") == "2")
            #expect(try machine.tree("gone").isEmpty)
        }
    }

    @Test("as many versions are kept as the configuration says, each whole", arguments: [1, 2, 3])
    func kept(_ count: Int) async throws {
        try await Machine.run { machine in
            machine.config.sync.keepVersions = count
            var offers: [SiteOffer] = []
            for version in 1...5 {
                offers.append(
                    try await machine.site.pack("snake", "\(version)", ["x": "\(version)", "a/y": "\(version)"]))
                try machine.site.publish([offers[version - 1]])
                #expect(await machine.sync().exit == .done)
                let expected = (max(1, version - count + 1)...version).reversed().map { "\($0)" }
                #expect(try await machine.status("snake").versions.map(\.text) == expected)
                #expect(try machine.names("versions/snake") == expected.dropFirst().sorted())
                for kept in expected.dropFirst() {
                    let index = try #require(Int(kept)) - 1
                    #expect(
                        try Tree("\(machine.root)/versions/snake/\(kept)")
                            == (try await machine.unzipped(offers[index])))
                }
                #expect(try machine.names("tmp") == [])
                try machine.expectReceiptsFit()
            }
            // Fewer are kept as soon as the configuration says so.
            machine.config.sync.keepVersions = 1
            #expect(await machine.sync().exit == .done)
            #expect(try machine.names("versions") == [])
            #expect(try await machine.status("snake").versions.map(\.text) == ["5"])
            try machine.expectReceiptsFit()
        }
    }

    @Test("a damaged tree that is updated is not kept as an earlier version")
    func damagedIsNotKept() async throws {
        try await Machine.run { machine in
            let snake = try await machine.site.pack("snake", "1", ["index.html": "1", "x": "1"])
            try machine.site.publish([snake, try await machine.site.pack("chess", "1", ["x": "1"])])
            #expect(await machine.sync().exit == .done)
            try Site.shell("rm '\(machine.games)/snake/index.html'; touch '\(machine.games)/chess/savegame'")
            let new = try await machine.site.pack("snake", "2", ["x": "2"])
            try machine.site.publish([new, try await machine.site.pack("chess", "2", ["x": "2"])])
            #expect(await machine.sync().count(.update) == 2)
            #expect(try machine.names("versions") == ["chess"])
            #expect(try await machine.status("snake").versions.map(\.text) == ["2"])
            #expect(try await machine.status("chess").versions.map(\.text) == ["2", "1"])
            try machine.expectReceiptsFit()
        }
    }
}
