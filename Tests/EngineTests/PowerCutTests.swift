import FoundationEssentials
import SyncCore
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@Suite("A power cut") struct PowerCutTests {
    enum Act: String, CaseIterable, Sendable {
        case install, update, delete, rollback, repair, download, remove, back
    }

    @Test(
        "finds nothing in place, and nothing recorded, that was not flushed before, where durability is full",
        arguments: Act.allCases,
        [true, false])
    func order(_ act: Act, _ canExchange: Bool) async throws {
        try await Machine.run { machine in
            machine.config.sync.durability = .full
            let shim = try await FaultShim(in: machine.folder, withoutExchange: !canExchange)
            var offers: [SiteOffer] = []
            for version in ["1", "2", "3"] {
                let files = ["index.html": version, "js/deep/a.js": "common", "js/b.js": version]
                for game in ["snake", "chess"] { offers.append(try await machine.site.pack(game, version, files)) }
            }
            var words = ["sync"]
            for version in act == .install ? [] : ["1", "2"] {
                try machine.site.publish(offers.filter { $0.version == version })
                #expect(await machine.sync().exit == .done)
            }
            switch act {
            case .install: try machine.site.publish(offers.filter { $0.version == "1" })
            case .update: try machine.site.publish(offers.filter { $0.version == "3" })
            case .delete: try machine.site.publish(offers.filter { $0.version == "2" && $0.game == "chess" })
            case .rollback: words = ["rollback", "snake"]
            case .repair, .download:
                try Site.shell("rm '\(machine.games)/snake/\(act == .repair ? "js/deep/a.js" : "index.html")'")
                words = ["verify", "--repair"]
            case .remove: words = ["remove", "snake"]
            case .back:
                #expect(await machine.engine().rollback(try GameID("snake")).exit == .done)
                _ = try await machine.engine().resume([try GameID("snake")])
            }
            let all = FaultShim.Steps(
                kinds: ["rename", "exchange", "flush", "write", "make", "remove"], paths: ["root"])
            let ending = try await machine.ending(words, environment: shim.environment(all, .none, log: "steps"))
            #expect(ending.status == 0, "\(ending.err)")

            let replay = FlushReplay(try shim.steps(log: "steps"), root: machine.root)
            #expect(replay.problems == [])
            #expect(replay.commits >= 2)
            let (snake, chess) = ("\(machine.root)/games/snake", "\(machine.root)/games/chess")
            switch act {
            case .install, .update: #expect(Set(replay.swaps) == [snake, chess])
            case .rollback, .repair, .download, .back: #expect(replay.swaps == [snake])
            case .delete, .remove: #expect(replay.swaps == [] && replay.removals == [snake])
            }
            if act == .update { #expect(replay.kept.count == 2) }
        }
    }
}
