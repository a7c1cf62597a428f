import FoundationEssentials
import Glibc
import SyncCore
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@Suite("A repair that is cut off") struct RepairCrashTests {
    /// From a kept version, and from the network: the second file is nowhere else.
    static let missing = ["js/common.js", "version"]

    @Test(
        "by a kill or a disk that fails leaves the damaged or the whole tree, told apart by `status`",
        arguments: FaultRow.kills + FaultRow.failures, missing)
    func everyStep(_ row: FaultRow, _ missing: String) async throws {
        try await Machine.run { machine in
            machine.config.sync.durability = .full
            _ = try await RepairTests.install(machine)
            let shim = try await FaultShim(in: machine.folder)
            let whole = try machine.tree("snake")
            let kept = try Tree("\(machine.root)/versions/snake/1")
            let met = try await shim.meet(row) { environment, moment in
                try Site.shell("cd '\(machine.games)/snake'; rm \(missing); printf 'common bad' >js/deep/common")
                let damaged = try machine.tree("snake")
                #expect(await machine.engine().verify().exit == .damaged, "\(moment)")

                let ending = try await machine.ending(["verify", "--repair"], environment: environment)
                #expect([0, 1, 4, 7, 11, -SIGKILL].contains(ending.status), "\(moment): \(ending.err)")
                let tree = try machine.tree("snake")
                #expect(tree == whole || tree == damaged, "\(moment)")
                let state = try await machine.status("snake").state
                #expect((tree == damaged ? [.damaged, .failed] : [.current]).contains(state), "\(moment)")

                let report = await machine.sync()
                #expect(report.exit == .done, "\(moment): \(report)")
                #expect(try machine.tree("snake") == whole, "\(moment)")
                #expect(try await machine.status("snake").state == .current, "\(moment)")
                #expect(try machine.names("versions/snake") == ["1"], "\(moment)")
                #expect(try Tree("\(machine.root)/versions/snake/1") == kept, "\(moment)")
                #expect(try machine.names("tmp") == [], "\(moment)")
                try machine.expectReceiptsFit()
            }
            #expect(met >= 2)
        }
    }
}
