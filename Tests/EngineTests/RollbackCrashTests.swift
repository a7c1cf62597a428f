import FoundationEssentials
import Glibc
import SyncCore
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@Suite("A rollback that is killed") struct RollbackCrashTests {
    /// Kinds of steps, and how many of them are left out between two that are tried.
    static let kinds = [
        (["rename", "exchange"], 1), (["flush"], 1), (["make", "remove"], 1), (["write"], FaultRow.stride(5)),
    ]

    @Test("between any two steps leaves one whole version, and loses none", arguments: kinds, [true, false])
    func everyStep(_ kinds: ([String], stride: Int), _ canExchange: Bool) async throws {
        try await Machine.run { machine in
            machine.config.sync.keepVersions = 3
            machine.config.sync.durability = kinds.0.contains("flush") ? .full : .fast
            try await RollbackTests.install(machine, ["1", "2", "3"])
            let shim = try await FaultShim(in: machine.folder, withoutExchange: !canExchange)
            let unharmed = shim.environment(.init(kinds: []), .none)
            var installed = "3"
            var number = 1
            var kills = 0
            while true {
                let target = installed == "3" ? "1" : "3"
                let moment = "before step \(number) of \(kinds.0.joined(separator: "/")) on the way to \(target)"
                let fault = shim.environment(.init(kinds: kinds.0, number: number), .kill)
                let status = try await machine.ending(["rollback", "snake", "--to", target], environment: fault).status

                let tree = try machine.tree("snake")
                if canExchange || !tree.isEmpty {
                    let found = tree.text("index.html") == "version \(target)" ? target : installed
                    RollbackTests.expect(tree, is: found, moment)
                    let seen = try await machine.status("snake")
                    #expect(seen.installed?.text == found, "\(moment)")
                    #expect(Set(seen.versions.map(\.text)) == ["1", "2", "3"], "\(moment)")
                    if found == target { #expect(seen.state == .paused, "\(moment)") }
                }
                // Whatever comes next tidies up: a sync, or the same command once more.
                if number % 2 == 0 {
                    let sync = try await machine.ending(["sync"], environment: unharmed)
                    #expect(sync.status == 0, "\(moment): \(sync.err)")
                    #expect(try machine.names("tmp") == [], "\(moment)")
                    try machine.expectReceiptsFit()
                }
                let again = try await machine.ending(["rollback", "snake", "--to", target], environment: unharmed)
                #expect(again.status == 0, "\(moment): \(again.err)")
                RollbackTests.expect(try machine.tree("snake"), is: target, moment)
                let others = ["1", "2", "3"].filter { $0 != target }
                #expect(try machine.names("versions/snake") == others, "\(moment)")
                for other in others {
                    RollbackTests.expect(try Tree("\(machine.root)/versions/snake/\(other)"), is: other, moment)
                }
                #expect(try machine.names("tmp") == [], "\(moment)")
                #expect(try await machine.status("snake").state == .paused, "\(moment)")
                try machine.expectReceiptsFit()
                installed = target
                guard status == -SIGKILL else { break }
                kills += 1
                number += kinds.stride
            }
            #expect(kills >= 2)
        }
    }

    @Test("after its exchange is finished by the same command, not turned back")
    func sameCommand() async throws {
        try await Machine.run { machine in
            try await RollbackTests.install(machine, ["1", "2"])
            let shim = try await FaultShim(in: machine.folder)
            // The first rename after the exchange gives the old tree its own name.
            let steps = FaultShim.Steps(kinds: ["rename"], paths: ["versions/snake"], number: 1)
            let killed = try await machine.ending(["rollback", "snake"], environment: shim.environment(steps, .kill))
            #expect(killed.status == -SIGKILL)
            RollbackTests.expect(try machine.tree("snake"), is: "1")
            let again = try await machine.ending("rollback", "snake")
            #expect(again.status == 0)
            #expect(again.out.contains("finished the rollback that was cut off"))
            RollbackTests.expect(try machine.tree("snake"), is: "1")
            #expect(try machine.names("versions/snake") == ["2"])
        }
    }

    @Test("and whose state is lost with it is recognised on disk, with nothing downloaded")
    func lostState() async throws {
        try await Machine.run { machine in
            try await RollbackTests.install(machine, ["1", "2"])
            let shim = try await FaultShim(in: machine.folder)
            let steps = FaultShim.Steps(kinds: ["rename"], paths: ["versions/snake"], number: 1)
            #expect(
                try await machine.ending(["rollback", "snake"], environment: shim.environment(steps, .kill)).status
                    == -SIGKILL)
            try Site.shell("rm -f '\(machine.root)'/state.sqlite3*")
            let asked = try machine.server.requests.count { $0.path.hasSuffix(".zip") }
            #expect(try await machine.ending("pause", "snake").status == 1)
            #expect(await machine.engine().rollback(try GameID("snake"), to: "1").exit == .done)
            RollbackTests.expect(try machine.tree("snake"), is: "1")
            #expect(try await machine.status("snake").versions.map(\.text) == ["1", "2"])
            #expect(try machine.server.requests.count { $0.path.hasSuffix(".zip") } == asked)
            try machine.expectReceiptsFit()
        }
    }

    @Test(
        "or meets a disk that fails stays where it was or arrives, and loses no version", arguments: FaultRow.failures)
    func faults(_ row: FaultRow) async throws {
        try await Machine.run { machine in
            machine.config.sync.durability = .full
            try await RollbackTests.install(machine, ["1", "2"])
            let shim = try await FaultShim(in: machine.folder)
            let met = try await shim.meet(row) { environment, moment in
                let before = try machine.tree("snake").text("index.html") == "version 1" ? "1" : "2"
                let ending = try await machine.ending(["rollback", "snake"], environment: environment)
                #expect([0, 1, 7, 11].contains(ending.status), "\(moment): \(ending.err)")
                if row.isFullDisk, !ending.isStateUnwritable {
                    #expect(ending.status != 11, "\(moment): \(ending.err)")
                }
                let after = try machine.tree("snake").text("index.html") == "version 1" ? "1" : "2"
                if ending.status == 0 { #expect(after != before, "\(moment)") }
                #expect(try await machine.status("snake").installed?.text == after, "\(moment)")
                #expect(await machine.sync().exit == .done, "\(moment)")
                let installed = try machine.tree("snake").text("index.html") == "version 1" ? "1" : "2"
                #expect(installed == after, "\(moment)")
                RollbackTests.expect(try machine.tree("snake"), is: installed, moment)
                let other = installed == "1" ? "2" : "1"
                // Under its own name, or under the other's where it could not be renamed.
                #expect(try machine.names("versions/snake").count == 1, "\(moment)")
                let kept = try #require(try machine.names("versions/snake").first, "\(moment)")
                RollbackTests.expect(try Tree("\(machine.root)/versions/snake/\(kept)"), is: other, moment)
                let versions = try await machine.status("snake").versions.map(\.text)
                #expect(versions == [installed, other], "\(moment)")
                #expect(try machine.names("tmp") == [], "\(moment)")
                try machine.expectReceiptsFit()
            }
            #expect(met >= 2)
        }
    }
}
