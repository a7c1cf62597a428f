import FoundationEssentials
import Glibc
import SyncCore
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@Suite("A first run") struct FirstRunCrashTests {
    @Test(
        "that is killed or meets a disk that fails leaves each game whole or absent, and the next one finishes",
        arguments: FaultRow.kills + FaultRow.failures)
    func everyStep(_ row: FaultRow) async throws {
        try await Machine.run { machine in
            machine.config.sync.durability = .full
            let shim = try await FaultShim(in: machine.folder)
            let files = ["index.html": "1", "js/a.js": "1"]
            let paths = ["index.html", "js", "js/a.js"]
            try machine.site.publish([
                try await machine.site.pack("snake", "1", files), try await machine.site.pack("chess", "1", files),
            ])
            let met = try await shim.meet(row) { environment, moment in
                try Site.shell("rm -rf '\(machine.root)'")
                let ending = try await machine.ending(["sync"], environment: environment)
                #expect([0, 1, 7, 11, -SIGKILL].contains(ending.status), "\(moment): \(ending.err)")
                if row.isFullDisk, !ending.isStateUnwritable {
                    #expect(ending.status != 11, "\(moment): \(ending.err)")
                }
                let status = try await machine.engine().status()
                for game in ["snake", "chess"] {
                    let tree = try machine.tree(game)
                    #expect(tree.isEmpty || tree.paths == paths, "\(moment)")
                    let installed = status.games.first { $0.id.text == game }?.installed?.text
                    #expect(installed == (tree.isEmpty ? nil : "1"), "\(moment)")
                }
                let report = await machine.sync()
                #expect(report.exit == .done, "\(moment): \(report)")
                for game in ["snake", "chess"] { #expect(try machine.tree(game).paths == paths, "\(moment)") }
                #expect(try machine.names("tmp") == [], "\(moment)")
                try machine.expectReceiptsFit()
            }
            #expect(met >= 2)
        }
    }
}
