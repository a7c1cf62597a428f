import FoundationEssentials
import Glibc
import SyncCore
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@Suite("History") struct HistoryTests {
    @Test("has every run that changed a game's files, the newest first, with what it changed")
    func whole() async throws {
        try await Machine.run { machine in
            let none = try await machine.ending("history")
            #expect(none.status == 0)
            #expect(none.out == "no runs yet: `assetsync sync` makes the first one\n")
            let chess = try await machine.site.pack("chess", "1", ["x": "1"])
            for version in ["1", "2"] {
                try machine.site.publish([
                    chess, try await machine.site.pack("snake", version, ["x": version, "c": "c"]),
                ])
                #expect(await machine.sync().exit == .done)
            }
            #expect(try await machine.ending("rollback", "snake").status == 0)
            #expect(try await machine.ending("pause", "chess").status == 0)
            #expect(try await machine.ending("verify").status == 0)
            try Site.shell("rm '\(machine.games)/snake/c'")
            #expect(try await machine.ending("verify", "--repair").status == 0)
            #expect(try await machine.ending("remove", "chess", "chess").status == 0)

            let entries = try await machine.engine().history()
            let changes = entries.map { entry in
                entry.changes.map { "\($0.id) \($0.action.rawValue) \($0.from?.text ?? "-") \($0.to?.text ?? "-")" }
            }
            #expect(
                changes == [
                    ["chess delete 1 -"], ["snake reinstall 1 1"], ["snake update 2 1"], ["snake update 1 2"],
                    ["chess install - 1", "snake install - 1"],
                ])
            #expect(entries.allSatisfy { $0.run.result == .success && $0.run.exit == 0 })
            #expect(entries.map(\.run.deleted) == [1, 0, 0, 0, 0])
            #expect(entries.map(\.run.updated) == [0, 0, 1, 1, 0])

            let text = try await machine.ending("history", environment: ["TZ": "Asia/Tokyo"])
            #expect(text.out.hasPrefix("STARTED              TOOK"))
            #expect(text.out.contains("  updated     snake 2 -> 1: rolled back, and paused until resumed\n"))
            #expect(text.out.contains("  deleted     chess 1: stays away until resumed\n"))
            // Tokyo is nine hours ahead of the time in JSON, all the year.
            let started = try #require(entries.first).run.started
            let there = started.advanced(by: 9 * 3600).description.replacing("T", with: " ").replacing("Z", with: "")
            #expect(text.out.contains("\n\(there) "))
            let json = try await machine.ending("history", "--json")
            #expect(json.out.hasPrefix(#"{"schema":1,"runs":[{"id":5,"started":""#))
            #expect(
                json.out.contains(#""games":[{"id":"chess","action":"delete","from":"1","to":null,"outcome":"done""#))
            #expect(json.out.contains(#""result":"success","exit":0,"installed":2,"#))
        }
    }

    @Test("says of a run that was killed that it was interrupted, before the next one, too")
    func killed() async throws {
        try await Machine.run { machine in
            try await withSlowGame(machine) { program, _ in
                let during = try await machine.engine().history()
                #expect(during.map(\.run.result) == [nil])
                program.signal(SIGKILL)
                _ = try await program.ending()
                #expect(try await machine.engine().history().map(\.run.result) == [.interrupted])
                let text = try await machine.ending("history")
                #expect(text.out.contains("interrupted"))
            }
        }
    }

    @Test("tells a removal that is asked for twice once")
    func removedTwice() async throws {
        try await Machine.run { machine in
            try machine.site.publish([try await machine.site.pack("snake", "1", ["x": "1"])])
            #expect(await machine.sync().exit == .done)
            for verb in ["pause", "resume", "remove"] {
                let ending = try await machine.ending(verb, "snake", "snake")
                #expect(ending.status == 0)
                #expect(ending.out.split(separator: "\n").count == 1, "\(verb)")
            }
        }
    }
}
