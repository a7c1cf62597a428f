import FoundationEssentials
import SyncCore
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@Suite("Lost state") struct LostStateTests {
    /// Two games, one of them with a kept version; returns what is offered.
    private func install(_ machine: Machine) async throws -> [SiteOffer] {
        let site = machine.site
        let chess = try await site.pack("chess", "1", ["index.html": "chess", "js/a.js": "chess"])
        try site.publish([chess, try await site.pack("snake", "1", ["index.html": "one"])])
        #expect(await machine.sync().exit == .done)
        let snake = try await site.pack("snake", "2", ["index.html": "two"])
        try site.publish([chess, snake])
        #expect(await machine.sync().exit == .done)
        return [chess, snake]
    }

    private func archiveRequests(_ machine: Machine) throws -> Int {
        try machine.server.requests.count { $0.path.hasSuffix(".zip") }
    }

    /// Ways to lose it.
    enum Loss: CaseIterable {
        case deleted, deletedWithLog, emptied, garbage, overwritten

        func strike(_ root: String) throws {
            switch self {
            case .deleted: try Site.shell("rm '\(root)/state.sqlite3'")
            case .deletedWithLog: try Site.shell("rm '\(root)'/state.sqlite3*")
            case .emptied: try Site.shell("rm -f '\(root)'/state.sqlite3-*; : >'\(root)/state.sqlite3'")
            case .garbage:
                try Site.shell("rm -f '\(root)'/state.sqlite3-*; echo 'no database' >'\(root)/state.sqlite3'")
            case .overwritten:
                try Site.shell(
                    "rm -f '\(root)'/state.sqlite3-*; head -c 40000 /dev/urandom | dd of='\(root)/state.sqlite3' bs=1 seek=2000 conv=notrunc status=none"
                )
            }
        }

        var setsAside: Bool { self == .garbage || self == .overwritten }
    }

    @Test("is rebuilt from what is installed, and nothing is downloaded again", arguments: Loss.allCases)
    func rebuilt(_ loss: Loss) async throws {
        try await Machine.run { machine in
            let offers = try await install(machine)
            try await eventually { try archiveRequests(machine) == 3 }
            let before = try Tree(machine.games)
            let versions = try Tree("\(machine.root)/versions")
            let receipts = try machine.names("receipts")
            // With everything in the file itself, so that each loss is a loss.
            try Site.shell(
                "python3 -c \"import sqlite3; sqlite3.connect('\(machine.root)/state.sqlite3').execute('pragma wal_checkpoint(truncate)')\""
            )
            try loss.strike(machine.root)

            let ending = try await machine.ending("sync", "-v")
            #expect(ending.status == 0)
            #expect(ending.err.contains("state.set_aside") == loss.setsAside)
            #expect(try Tree(machine.games) == before)
            #expect(try Tree("\(machine.root)/versions") == versions)
            #expect(try machine.names("receipts") == receipts)
            #expect(try machine.names("").contains { $0.hasPrefix("state.sqlite3.corrupt-") } == loss.setsAside)
            #expect(try archiveRequests(machine) == 3)

            let status = try await machine.status("snake")
            #expect(status.state == .current)
            #expect(status.versions.map(\.text) == ["2", "1"])
            #expect(status.verified)
            let (chess, version) = (try GameID("chess"), try Version(offers[0].version))
            #expect(await machine.engine().isInstalled(chess, version))
            #expect(try await machine.engine().status().untracked == [])
            #expect(try await machine.ending("sync").out.hasPrefix("nothing to do"))
        }
    }

    @Test("is no reason for `plan` and `status` to say that nothing is installed")
    func planned() async throws {
        try await Machine.run { machine in
            _ = try await install(machine)
            try Loss.deletedWithLog.strike(machine.root)
            let plan = await machine.engine().plan()
            #expect(plan.exit == .done)
            #expect(plan.changes == [])
            #expect(plan.kept == 2)
            #expect(try await machine.engine().status().untracked == [])
            #expect(try await machine.status("chess").installed?.text == "1")
            #expect(try machine.names("").contains("state.sqlite3") == false)
        }
    }

    @Test("with everything else restored from a backup, trees are recognised by their content")
    func backup() async throws {
        try await Machine.run { machine in
            _ = try await install(machine)
            try await eventually { try archiveRequests(machine) == 3 }
            let root = machine.root
            // Copies have other inodes; the copied state may stay or be lost.
            try Site.shell("cp -a '\(root)' '\(root).backup'; rm -r '\(root)'; cp -a '\(root).backup' '\(root)'")
            try Loss.deletedWithLog.strike(root)
            let report = await machine.sync()
            #expect(report.exit == .done)
            #expect(report.changes == [])
            #expect(try archiveRequests(machine) == 3)
            #expect(try await machine.status("snake").versions.map(\.text) == ["2", "1"])
            try machine.expectReceiptsFit()
        }
    }

    @Test("does not take a tree for the version whose inode it has come to: its content decides")
    func inodeOfAnother() async throws {
        try await Machine.run { machine in
            for version in ["1", "2"] {
                try machine.site.publish([try await machine.site.pack("snake", version, ["index.html": version])])
                #expect(await machine.sync().exit == .done)
            }
            // As when a backup is copied back and the file system hands out the same numbers in another order.
            try Site.shell(
                """
                cd '\(machine.root)'; inode=$(stat -c %i games/snake)
                for receipt in receipts/*; do
                    case $(cat "$receipt") in
                    *'"version":"1"'*) sed -i "s/\"inode\":[0-9]*/\"inode\":$inode/" "$receipt" ;;
                    *) sed -i 's/"inode":[0-9]*/"inode":1/' "$receipt" ;;
                    esac
                done
                """)
            try Loss.deletedWithLog.strike(machine.root)
            let report = await machine.sync()
            #expect(report.exit == .done)
            #expect(report.changes == [])
            #expect(try await machine.status("snake").installed?.text == "2")
        }
    }

    @Test("of a whole restored root costs no download and no kept version")
    func wholeBackup() async throws {
        try await Machine.run { machine in
            machine.config.sync.keepVersions = 3
            let offers = try await install(machine)
            let root = machine.root
            try Site.shell("cp -a '\(root)' '\(root).backup'; rm -r '\(root)'; cp -a '\(root).backup' '\(root)'")
            #expect(await machine.sync().changes == [])
            // The restored tree is kept as what it is.
            try machine.site.publish([offers[0], try await machine.site.pack("snake", "3", ["index.html": "three"])])
            #expect(await machine.sync().exit == .done)
            #expect(try await machine.status("snake").versions.map(\.text) == ["3", "2", "1"])
            #expect(try Tree("\(root)/versions/snake/2").text("index.html") == "two")
            try machine.expectReceiptsFit()
        }
    }

    @Test("with a tree that was changed meanwhile: it is recognised as ours and repaired")
    func damaged() async throws {
        try await Machine.run { machine in
            let offers = try await install(machine)
            try Loss.deletedWithLog.strike(machine.root)
            try Site.shell("rm '\(machine.games)/chess/index.html'")
            let report = await machine.sync()
            #expect(report.exit == .done)
            #expect(report.changes.map(\.id) == ["chess"])
            #expect(report.count(.reinstall) == 1)
            #expect(try machine.tree("chess") == (try await machine.unzipped(offers[0])))
            try machine.expectReceiptsFit()
        }
    }

    @Test("takes no folder for ours that carries no receipt")
    func stranger() async throws {
        try await Machine.run { machine in
            let offers = try await install(machine)
            try Loss.deletedWithLog.strike(machine.root)
            try Site.shell(
                "rm '\(machine.root)'/receipts/chess.*; mkdir '\(machine.games)/other'; echo 1 >'\(machine.games)/other/x'"
            )
            let report = await machine.sync()
            #expect(report.exit == .someFailed)
            #expect(report.games.first { $0.id == "chess" }?.error?.code == "plan.not_ours")
            #expect(report.games.first { $0.id == "snake" }?.action == .keep)
            #expect(report.untracked == ["other"])
            #expect(try machine.tree("chess") == (try await machine.unzipped(offers[0])))
        }
    }

    @Test(
        "that `pause` meets first is told, and hides no game from `status`, `verify` and `sync`",
        arguments: Loss.allCases)
    func paused(_ loss: Loss) async throws {
        try await Machine.run { machine in
            _ = try await install(machine)
            try Site.shell(
                "python3 -c \"import sqlite3; sqlite3.connect('\(machine.root)/state.sqlite3').execute('pragma wal_checkpoint(truncate)')\""
            )
            try loss.strike(machine.root)
            let pause = try await machine.ending("pause", "snake")
            #expect(pause.status == 1)
            #expect(pause.err.contains("the state is new"))
            #expect(pause.err.contains("state.set_aside") == loss.setsAside)
            for (game, version) in [("snake", "2"), ("chess", "1")] {
                #expect(try await machine.status(game).installed?.text == version)
            }
            #expect(try await machine.engine().status().untracked == [])
            let verified = await machine.engine().verify()
            #expect(verified.result == .ok && verified.games.count == 2)
            #expect(await machine.sync().result == .noop)
            #expect(try await machine.status("snake").versions.map(\.text) == ["2", "1"])
        }
    }

    @Test("of a newer assetsync is not touched")
    func newer() async throws {
        try await Machine.run { machine in
            _ = try await install(machine)
            try Site.shell(
                "python3 -c \"import sqlite3; sqlite3.connect('\(machine.root)/state.sqlite3').execute('pragma user_version = 9999')\""
            )
            let before = try Tree(machine.games)
            let ending = try await machine.ending("sync")
            #expect(ending.status == 11)
            #expect(ending.err.contains("9999"))
            #expect(try Tree(machine.games) == before)
        }
    }
}
