import SyncCore
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@Suite("The life of a game") struct LifeTests {
    @Test("games are installed, updated and deleted as the manifest says", arguments: SiteOffer.Naming.allCases)
    func life(_ naming: SiteOffer.Naming) async throws {
        try await Machine.run { machine in
            let old = try await machine.site.pack("snake", "1.0", ["index.html": "old", "js/old.js": "gone later"])
            let new = try await machine.site.pack("snake", "1.1", ["index.html": "new", "js/new.js": "come lately"])
            let chess = try await machine.site.pack("chess", "7", ["index.html": "chess"])

            try machine.site.publish([old, chess], naming: naming)
            let first = await machine.sync()
            #expect(first.exit == .done)
            #expect(first.games.map(\.id) == ["chess", "snake"])
            #expect(first.count(.install) == 2)
            #expect(try machine.tree("snake") == (try await machine.unzipped(old)))

            try machine.site.publish([new, chess], naming: naming)
            let second = await machine.sync()
            #expect(second.exit == .done)
            #expect(second.changes.map(\.id) == ["snake"])
            #expect(second.kept == 1)
            #expect(try machine.tree("snake") == (try await machine.unzipped(new)))
            #expect(try machine.tree("chess") == (try await machine.unzipped(chess)))

            try machine.site.publish([new], naming: naming)
            let third = await machine.sync()
            #expect(third.exit == .done)
            #expect(third.changes.map(\.id) == ["chess"])
            #expect(third.count(.delete) == 1)
            #expect(try machine.tree("chess").isEmpty)
            #expect(try machine.names("versions") == ["snake"])
            #expect(try machine.names("tmp") == [])
            try machine.expectReceiptsFit()
        }
    }

    @Test("a sync that finds nothing new says so in one line and asks for nothing but the manifest")
    func noop() async throws {
        try await Machine.run { machine in
            try machine.site.publish([try await machine.site.pack("snake", "1.0", ["index.html": "1.0"])])
            #expect(try await machine.ending("sync").status == 0)
            try await eventually { try machine.server.requests.count == 2 }
            let before = try Tree(machine.games)

            let ending = try await machine.ending("sync")
            #expect(ending.status == 0)
            #expect(ending.err == "")
            #expect(ending.out.hasPrefix("nothing to do: 1 game is as the manifest asks"))
            #expect(ending.out.split(separator: "\n").count == 1)
            try await eventually { try machine.server.requests.count == 3 }
            let request = try #require(try machine.server.requests.last)
            #expect(request.path == "/manifest.json")
            #expect(request.status == 304)
            #expect(request.ifNoneMatch != nil)
            #expect(try Tree(machine.games) == before)
        }
    }

    @Test("a withdrawn game is deleted after the others are installed and updated")
    func deletedLast() async throws {
        try await Machine.run { machine in
            let aged = try await machine.site.pack("aged", "1", ["index.html": "aged"])
            let snake = try await machine.site.pack("snake", "1", ["index.html": "snake"])
            let fresh = try await machine.site.pack("zebra", "1", ["index.html": "zebra"])
            try machine.site.publish([aged, snake])
            #expect(await machine.sync().exit == .done)

            try machine.site.publish([snake, fresh])
            var ended: [String] = []
            for await event in machine.engine().events() {
                if case .game(let report) = event { ended.append("\(report.action.rawValue) \(report.id)") }
            }
            #expect(ended == ["install zebra", "delete aged"])
        }
    }

    @Test("more withdrawn games than `max_delete` allows are kept, until they are let go by name of the option")
    func massDelete() async throws {
        try await Machine.run { machine in
            var offers: [SiteOffer] = []
            for game in ["a", "b", "c"] { offers.append(try await machine.site.pack(game, "1", ["x": game])) }
            try machine.site.publish(offers)
            #expect(await machine.sync().exit == .done)
            let before = try Tree(machine.games)

            try machine.site.publish([offers[0]])
            for _ in 0..<2 {
                let report = await machine.sync()
                #expect(report.exit == .someFailed)
                #expect(report.error?.code == "plan.mass_delete")
                #expect(report.error?.summary.contains("2 of 3") == true)
                #expect(report.error?.hint?.contains("--allow-mass-delete") == true)
                #expect(try Tree(machine.games) == before)
            }
            #expect(try await machine.status("b").state == .outdated)

            let report = await machine.sync(SyncOptions(allowMassDelete: true))
            #expect(report.exit == .done)
            #expect(report.count(.delete) == 2)
            #expect(try Tree(machine.games).paths == ["a", "a/x"])
            try machine.expectReceiptsFit()
        }
    }

    @Test("as many withdrawn games as `max_delete` allows are deleted")
    func withinMaxDelete() async throws {
        try await Machine.run { machine in
            let a = try await machine.site.pack("a", "1", ["x": "a"])
            let b = try await machine.site.pack("b", "1", ["x": "b"])
            try machine.site.publish([a, b])
            #expect(await machine.sync().exit == .done)
            try machine.site.publish([b])
            #expect(await machine.sync().exit == .done)
            #expect(try Tree(machine.games).paths == ["b", "b/x"])
        }
    }

    @Test("a manifest without games removes nothing", arguments: [#"{"games": []}"#, "[]"])
    func empty(_ text: String) async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("snake", "1", ["x": "snake"])
            try machine.site.publish([offer])
            #expect(await machine.sync().exit == .done)

            try machine.site.write(text)
            for _ in 0..<2 {
                let report = await machine.sync()
                #expect(report.exit == .someFailed)
                #expect(report.error?.code == "plan.empty_manifest")
                #expect(try machine.tree("snake").paths == ["x"])
            }
            #expect(try await machine.status("snake").state == .current)
            #expect(try await machine.engine().status().manifest?.error?.contains("lists no games") == true)

            #expect(await machine.sync(SyncOptions(allowMassDelete: true)).count(.delete) == 1)
            #expect(try Tree(machine.games).isEmpty)
            #expect(await machine.sync().exit == .done)
        }
    }

    @Test("a broken manifest changes nothing", arguments: ["", "<html>login</html>", "{\"games\": [", "null", "{}"])
    func broken(_ text: String) async throws {
        try await Machine.run { machine in
            try machine.site.publish([try await machine.site.pack("snake", "1", ["x": "snake"])])
            #expect(await machine.sync().exit == .done)
            let before = try Tree(machine.games)
            try machine.site.write(text)
            #expect(await machine.sync(SyncOptions(allowMassDelete: true)).exit == .someFailed)
            #expect(try Tree(machine.games) == before)
            #expect(try await machine.status("snake").state == .current)
        }
    }

    @Test("a manifest in a local file works like one of a server")
    func localFile() async throws {
        try await Machine.run { machine in
            machine.config.manifest = try SafeURL("file://\(machine.site.path)/manifest.json")
            let old = try await machine.site.pack("snake", "1", ["x": "1"])
            try machine.site.publish([old])
            #expect(await machine.sync().count(.install) == 1)
            #expect(await machine.sync().changes == [])
            let new = try await machine.site.pack("snake", "2", ["x": "2"])
            try machine.site.publish([new.with { $0.url = "file://\(machine.site.path)/" + $0.url }])
            #expect(await machine.sync().count(.update) == 1)
            #expect(try machine.tree("snake") == (try await machine.unzipped(new)))
            #expect(try machine.server.requests == [])
        }
    }

    @Test("a manifest that is older than the one accepted before, or has expired, is refused")
    func stale() async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("snake", "1", ["x": "1"])
            let entry = #"{"id": "snake", "version": "1", "url": "\#(offer.url)"}"#
            func publish(_ top: String, _ games: String) throws {
                try machine.site.write("{\(top), \"games\": [\(games)]}")
            }
            try publish(#""sequence": 7"#, entry)
            #expect(await machine.sync().exit == .done)
            for (top, code) in [
                (#""sequence": 6"#, "manifest.rollback"),
                (#""sequence": 8, "expires": "2020-01-01T00:00:00Z""#, "manifest.expired"),
            ] {
                try publish(top, #"{"id": "other", "version": "1", "url": "x.zip"}"#)
                let report = await machine.sync(SyncOptions(allowMassDelete: true))
                #expect(report.exit == .trust)
                #expect(report.error?.code == code)
                #expect(await machine.engine().plan().exit == .trust)
                #expect(try Tree(machine.games).paths == ["snake", "snake/x"])
                #expect(try await machine.status("snake").state == .current)
            }
            try publish(#""sequence": 7, "expires": "2999-01-01T00:00:00Z""#, entry)
            #expect(await machine.sync().exit == .done)
        }
    }
}
