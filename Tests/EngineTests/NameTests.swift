import FoundationEssentials
import Glibc
import SyncCore
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@Suite("Names of games and versions") struct NameTests {
    /// Two spellings of one word, a name in two cases, the longest id, and what a shell or a path would trip over.
    static let ids = [
        "caf\u{E9}", "cafe\u{301}", "Snake", "snake", "你好", "a b", "-rf", "$(reboot)", "'q\"", "%2e%2e",
        String(repeating: "x", count: 200), "no-exchange", "state.sqlite3", "tmp", "x.0123456789ab.json",
    ]

    @Test("are kept apart byte for byte, through updates, loss of the state and deletion")
    func apart() async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("one", "1", ["x": "1"])
            let other = try await machine.site.pack("one", "2", ["x": "2"])
            func publish(_ offer: SiteOffer, _ ids: [String]) throws {
                let offers = ids.map { id in
                    offer.with {
                        $0.game = id.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
                        $0.version = offer.version + " ü@1.0"
                    }
                }
                try machine.site.publish(offers)
            }
            /// Names as they are on disk, because a `String` takes both spellings for one.
            func expect(_ ids: [String], _ text: String, _ versions: Int, _ location: SourceLocation = #_sourceLocation)
                throws
            {
                let names = try Directory(opening: machine.games).names().filter { !$0.hasPrefix(".") }
                #expect(Set(names.map { Array($0.utf8) }) == Set(ids.map { Array($0.utf8) }), sourceLocation: location)
                #expect(names.count == ids.count, sourceLocation: location)
                for id in ids { #expect(try machine.tree(id).text("x") == text, "\(id)", sourceLocation: location) }
                let kept = try machine.names("versions").reduce(0) { try $0 + machine.names("versions/\($1)").count }
                #expect(kept == versions, sourceLocation: location)
                #expect(try machine.names("receipts").count == ids.count + versions, sourceLocation: location)
            }
            try publish(offer, Self.ids)
            #expect(await machine.sync().count(.install) == Self.ids.count)
            try expect(Self.ids, "1", 0)
            try publish(other, Self.ids)
            #expect(await machine.sync().count(.update) == Self.ids.count)
            try expect(Self.ids, "2", Self.ids.count)
            #expect(await machine.sync().changes == [])

            try Site.shell("rm '\(machine.root)'/state.sqlite3*")
            #expect(await machine.sync().changes == [])
            try expect(Self.ids, "2", Self.ids.count)
            #expect(
                try await machine.engine().status().games.allSatisfy { $0.state == .current && $0.versions.count == 2 })

            let rest = ["cafe\u{301}", "snake", "你好", "-rf"]
            try publish(other, rest)
            #expect(
                await machine.sync(SyncOptions(allowMassDelete: true)).count(.delete) == Self.ids.count - rest.count)
            try expect(rest, "2", rest.count)
        }
    }
}
