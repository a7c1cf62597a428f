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
            #expect(game.next == "no longer in the manifest; kept, see the last run")
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
}
