import FoundationEssentials
import Glibc
import SyncCore
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@Suite("A disk that fails") struct FaultTests {
    /// Where a call of some kind fails, and with what.
    struct Fault: CustomTestStringConvertible, Sendable {
        let kinds: [String]
        var paths = ["root"]
        let errno: Int32
        var testDescription: String { "\(kinds.joined(separator: "/")) of \(paths.joined()): \(errno)" }
    }

    static let sample = [
        Fault(kinds: ["write"], paths: ["root/state.sqlite3-wal"], errno: ENOSPC),
        Fault(kinds: ["flush"], paths: ["root/state.sqlite3-wal"], errno: EIO),
        Fault(kinds: ["write"], paths: ["root/tmp"], errno: ENOSPC),
        Fault(kinds: ["make"], paths: ["root/tmp", "root/receipts"], errno: ENOSPC),
        Fault(kinds: ["write"], paths: ["root/receipts"], errno: EDQUOT),
        Fault(kinds: ["flush"], paths: ["root/tmp", "root/games", "root/versions"], errno: EIO),
        Fault(kinds: ["rename", "exchange"], paths: ["root/tmp", "root/games", "root/versions"], errno: EIO),
        Fault(kinds: ["remove"], paths: ["root/tmp", "root/receipts", "root/versions"], errno: EIO),
    ]

    static let whole = [["rename", "exchange"], ["flush"], ["make"], ["remove"], ["write"]].flatMap { kinds in
        [ENOSPC, EIO, EDQUOT].map { Fault(kinds: kinds, errno: $0) }
    }

    @Test(
        "leaves the old or the new version, tells of it, and the next run heals",
        arguments: FaultRow.isWhole ? whole : sample)
    func everyCall(_ fault: Fault) async throws {
        try await Machine.run { machine in
            machine.config.sync.durability = .full
            var round = try await CrashTests.Round(machine)
            for _ in 0..<2 { #expect(try await round.crash(.init(kinds: []), .none) == 0) }
            let all = FaultShim.Steps(kinds: fault.kinds, paths: fault.paths)
            #expect(try await round.crash(all, .none, log: "steps") == 0)
            let count = try round.shim.steps(log: "steps").count
            #expect(count > 0)
            // Every call where there are few of them, else about ten spread over all.
            for number in stride(from: 1, through: count, by: FaultRow.stride(max(1, count / 10))) {
                let steps = FaultShim.Steps(kinds: fault.kinds, paths: fault.paths, number: number)
                let ending = try await round.run(steps, .fail(fault.errno))
                let status = ending.status
                let moment = "call \(number) of \(fault.testDescription), exit \(status): \(ending.err)"
                #expect([0, 1, 7, 11].contains(status), "\(moment)")
                if fault.errno != EIO, !ending.isStateUnwritable { #expect(status != 11, "\(moment)") }
                try await round.expectWhole(moment)
                // An old tree that cannot be moved is not kept; the new one is in place all the same.
                try await round.expectHealed(moment, keepsOld: !fault.kinds.contains("rename"))
            }
        }
    }

    @Test("that takes half of each write gets the rest, too")
    func short() async throws {
        try await Machine.run { machine in
            machine.config.sync.durability = .full
            var round = try await CrashTests.Round(machine)
            let writes = FaultShim.Steps(kinds: ["write"])
            for _ in 0..<3 {
                #expect(try await round.crash(writes, .short) == 0)
                try await round.expectWhole("short")
                try await round.expectHealed("short")
            }
            let short = round.shim.environment(writes, .short)
            #expect(try await machine.ending(["rollback", "snake"], environment: short).status == 0)
            #expect(try machine.tree("snake").text("js/a.js") == "2")
            try Site.shell("cd '\(machine.games)/chess'; rm js/a.js")
            #expect(try await machine.ending(["verify", "--repair"], environment: short).status == 0)
            #expect(await machine.engine().verify().result == .ok)
            #expect(await machine.sync().exit == .done)
            try machine.expectReceiptsFit()
        }
    }

    @Test("and never mends itself in a run stops nothing but what it touches")
    func lasting() async throws {
        try await Machine.run { machine in
            let shim = try await FaultShim(in: machine.folder)
            // Archives of a few kilobytes are not kept: to fetch them again is quick.
            let script = "mkdir deep; head -c 40000 /dev/urandom >deep/noise"
            let snake = try await machine.site.pack("snake", "1", script: script)
            let chess = try await machine.site.pack("chess", "1", ["flat": "1"])
            try machine.site.publish([snake, chess])
            let steps = FaultShim.Steps(kinds: ["make"], paths: ["deep"])
            let ending = try await machine.ending(["sync"], environment: shim.environment(steps, .fail(ENOSPC)))
            #expect(ending.status == 7)
            #expect(ending.err.contains("snake 1: extract: "))
            #expect(ending.err.contains("no space left"))
            #expect(ending.err.contains("hint: Free some space"))
            #expect(try Tree(machine.games).paths == ["chess", "chess/flat"])
            // What was downloaded is not thrown away for a full disk.
            try await eventually { try machine.server.requests.count { $0.path == "/snake-1.zip" } == 1 }
            #expect(await machine.sync().count(.install) == 1)
            #expect(try machine.server.requests.count { $0.path == "/snake-1.zip" } == 1)
        }
    }
}
