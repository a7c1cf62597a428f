import SyncCore
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@Suite("What status says comes next") struct StatusWordsTests {
    @Test("a lost state makes nobody fear for what is installed")
    func lostState() async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("snake", "1", ["index.html": "1"])
            try machine.site.publish([offer])
            #expect(await machine.sync().exit == .done)
            try Site.shell("rm '\(machine.root)'/state.sqlite3*")
            let game = try await machine.status("snake")
            #expect(game.installed?.text == "1")
            #expect(game.next?.contains("deleted") == false)
        }
    }

    @Test("a game that a held-back deletion spares is not called doomed")
    func heldBack() async throws {
        try await Machine.run { machine in
            var offers: [SiteOffer] = []
            for game in ["chess", "snake"] {
                offers.append(try await machine.site.pack(game, "1", ["index.html": game]))
            }
            try machine.site.publish(offers)
            #expect(await machine.sync().exit == .done)
            let other = try await machine.site.pack("other", "1", ["index.html": "other"])
            try machine.site.publish([other])
            #expect(await machine.sync().exit == .someFailed)
            let game = try await machine.status("snake")
            #expect(game.installed?.text == "1")
            let words =
                "no longer in the manifest; kept: 2 of 2 installed games are no longer in the manifest, more than"
            #expect(game.next?.hasPrefix(words) == true, "\(game)")
            // Also after other runs, which decide nothing about it.
            #expect(await machine.engine().verify(VerifyOptions(repairs: true)).exit == .done)
            #expect(await machine.engine().rollback(try GameID("other")).exit == .someFailed)
            _ = try await machine.engine().remove([try GameID("other")])
            #expect(try await machine.status("snake").next?.hasPrefix(words) == true)
            #expect(await machine.sync(SyncOptions(allowMassDelete: true)).exit == .done)
            #expect(try machine.tree("snake").isEmpty)
        }
    }

    @Test("a root that is a file is a mistake of the configuration, said as such")
    func rootIsAFile() async throws {
        try await Machine.run { machine in
            try Site.shell("rm -rf '\(machine.root)'; echo x >'\(machine.root)'")
            let report = await machine.sync()
            #expect(report.exit == .config)
            #expect(report.error?.summary.contains("a file is in its way") == true)
        }
    }

    @Test("`delete_untracked` is planned, told and reported like every deletion")
    func untracked() async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("snake", "1", ["index.html": "1"])
            try machine.site.publish([offer])
            #expect(await machine.sync().exit == .done)
            try Site.shell("mkdir -p '\(machine.root)/games/alien'; echo x >'\(machine.root)/games/alien/f'")
            machine.config.sync.deleteUntracked = true
            let plan = await machine.engine().plan()
            #expect(plan.games.first { $0.id == "alien" }?.action == .delete)
            #expect(plan.untracked.isEmpty)
            let report = await machine.sync()
            #expect(report.result == .success)
            #expect(report.games.first { $0.id == "alien" }?.outcome == .done)
        }
    }

    @Test("a digest that cannot be compared with what is installed is fetched for, not believed")
    func incomparable() async throws {
        try await Machine.run { machine in
            let first = try await machine.site.pack("snake", "1", ["index.html": "one"])
            try machine.site.write(
                "{\"games\":[{\"id\":\"snake\",\"version\":\"1\",\"url\":\"\(first.url)\",\"sha256\":\"\(try #require(first.sha256))\"}]}"
            )
            #expect(await machine.sync().exit == .done)
            let second = try await machine.site.pack("snake", "1", ["index.html": "two"], build: "b")
            try machine.site.write(
                "{\"games\":[{\"id\":\"snake\",\"version\":\"1\",\"url\":\"\(second.url)\",\"md5\":\"\(try #require(second.md5))\"}]}"
            )
            #expect(await machine.sync().exit == .done)
            #expect(try machine.tree("snake").text("index.html") == "two")
        }
    }
}
