import FoundationEssentials
import Glibc
import SyncCore
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@Suite("A crash between two steps") struct CrashTests {
    /// Versions 0, 1, 2 of two games and a third that comes and goes.
    struct Round {
        let machine: Machine
        let shim: FaultShim
        var offers: [[SiteOffer]] = []
        var version = 0

        init(_ machine: Machine) async throws {
            self.machine = machine
            shim = try await FaultShim(in: machine.folder)
            for version in 0..<3 {
                let files = ["index.html": "\(version)", "js/a.js": "\(version)", "only-\(version)": ""]
                var round: [SiteOffer] = []
                for game in ["snake", "chess"] { round.append(try await machine.site.pack(game, "\(version)", files)) }
                if version == 1 { round.append(try await machine.site.pack("guest", "1", files)) }
                offers.append(round)
            }
            try machine.site.publish(offers[0])
            #expect(await machine.sync().exit == .done)
        }

        /// Publishes the next version and syncs to it with a fault; says whether the program was killed by it.
        mutating func crash(_ steps: FaultShim.Steps, _ fault: FaultShim.Fault, log: String? = nil) async throws
            -> Int32
        {
            try await run(steps, fault, log: log).status
        }

        /// The same, and what it said.
        mutating func run(_ steps: FaultShim.Steps, _ fault: FaultShim.Fault, log: String? = nil) async throws
            -> Program.Ending
        {
            version = (version + 1) % 3
            try machine.site.publish(offers[version])
            return try await machine.ending(["sync"], environment: shim.environment(steps, fault, log: log))
        }

        /// Old or new, whole, and what `status` says it is.
        func expectWhole(_ moment: String) async throws {
            let status = try await machine.engine().status()
            let old = (version + 2) % 3
            for game in ["snake", "chess"] {
                let tree = try machine.tree(game)
                let found = try #require(tree.text("index.html").flatMap(Int.init), "\(game) \(moment)")
                #expect([old, version].contains(found), "\(game) \(moment)")
                #expect(tree.paths == ["index.html", "js", "js/a.js", "only-\(found)"], "\(game) \(moment)")
                #expect(tree.text("js/a.js") == "\(found)", "\(game) \(moment)")
                #expect(status.games.first { $0.id.text == game }?.installed?.text == "\(found)", "\(game) \(moment)")
            }
            for game in ["guest"] {
                let tree = try machine.tree(game)
                #expect(tree.isEmpty || tree.paths == ["index.html", "js", "js/a.js", "only-1"], "\(game) \(moment)")
                let installed = status.games.first { $0.id.text == game }?.installed?.text
                #expect(installed == (tree.isEmpty ? nil : "1"), "\(game) \(moment)")
            }
        }

        /// The next run reaches what is wanted, keeps the version before, and leaves nothing behind.
        func expectHealed(_ moment: String, keepsOld: Bool = true) async throws {
            let report = await machine.sync()
            #expect(report.exit == .done, "\(report) \(moment)")
            let old = (version + 2) % 3
            for game in ["snake", "chess"] {
                #expect(try machine.tree(game).text("index.html") == "\(version)", "\(game) \(moment)")
                guard keepsOld else { continue }
                let versions = try await machine.status(game).versions.map(\.text)
                #expect(versions == ["\(version)", "\(old)"], "\(game) \(moment)")
                let kept = try Tree("\(machine.root)/versions/\(game)/\(old)")
                #expect(kept.paths == ["index.html", "js", "js/a.js", "only-\(old)"], "\(game) \(moment)")
                #expect(kept.text("index.html") == "\(old)", "\(game) \(moment)")
            }
            #expect(try machine.tree("guest").isEmpty == (version != 1), "\(moment)")
            #expect(try machine.names("tmp") == [], "\(moment)")
            try machine.expectReceiptsFit()
        }
    }

    /// Kinds of steps, and how many of them are left out between two that are tried: the database writes often, and
    /// its own crash safety is SQLite's.
    static let kinds = [
        (["rename", "exchange"], 1), (["flush"], 1), (["make", "remove"], FaultRow.stride(2)),
        (["write"], FaultRow.stride(9)),
    ]

    @Test("leaves the old or the new version, heals by itself, and costs no kept version", arguments: kinds)
    func everyStep(_ kinds: [String], _ stride: Int) async throws {
        try await Machine.run { machine in
            machine.config.sync.durability = kinds.contains("flush") ? .full : .fast
            var round = try await Round(machine)
            // Twice round, so that versions are kept and pruned by then.
            for _ in 0..<2 {
                #expect(try await round.crash(.init(kinds: kinds), .none, log: "steps") == 0)
            }
            let steps = try round.shim.steps(log: "steps").count / 2
            #expect(steps >= 6)
            var kills = 0
            var number = 1
            while true {
                let status = try await round.crash(.init(kinds: kinds, number: number), .kill)
                let moment = "killed before step \(number) of \(kinds.joined(separator: "/"))"
                try await round.expectWhole(moment)
                try await round.expectHealed(moment)
                // One that was not killed had no step of that number.
                guard status == -SIGKILL else { break }
                kills += 1
                number += stride
            }
            #expect(kills >= 5)
        }
    }

    @Test(
        "before the new tree was on the disk, as a power cut leaves it, puts no incomplete tree in place",
        arguments: [0, 1])
    func powerCut(_ installed: Int) async throws {
        try await Machine.run { machine in
            machine.config.sync.durability = .full
            let shim = try await FaultShim(in: machine.folder)
            let old = try await machine.site.pack("snake", "1", ["index.html": "old", "js/a.js": "old"])
            let new = try await machine.site.pack("snake", "2", ["index.html": "new", "js/a.js": "new"])
            if installed == 1 {
                try machine.site.publish([old])
                #expect(await machine.sync().exit == .done)
            }
            try machine.site.publish([new])
            // The flush of the whole file system is the one that names the folder of staging trees.
            let steps = FaultShim.Steps(kinds: ["flush"], paths: ["root/tmp"], number: 1)
            #expect(try await machine.ending(["sync"], environment: shim.environment(steps, .kill)).status == -SIGKILL)
            // What had not reached the disk is empty after the power comes back.
            try Site.shell("for file in '\(machine.root)'/tmp/new-*/index.html; do : >\"$file\"; done")
            #expect(try machine.tree("snake").isEmpty == (installed == 0))

            let report = await machine.sync()
            #expect(report.exit == .done)
            #expect(try machine.tree("snake") == (try await machine.unzipped(new)))
            #expect(try machine.names("tmp") == [])
            try machine.expectReceiptsFit()
        }
    }

    @Test("after the swap is told by the next run, which finished it", arguments: [0, 1])
    func told(_ installed: Int) async throws {
        try await Machine.run { machine in
            machine.config.sync.durability = .full
            let shim = try await FaultShim(in: machine.folder)
            let chess = try await machine.site.pack("chess", "1", ["x": "1"])
            let old = try await machine.site.pack("snake", "1", ["index.html": "old"])
            let new = try await machine.site.pack("snake", "2", ["index.html": "new"])
            try machine.site.publish(installed == 1 ? [chess, old] : [chess])
            #expect(await machine.sync().exit == .done)
            try machine.site.publish([chess, new])
            // The games folder is flushed after the swap and before the record of it.
            let steps = FaultShim.Steps(kinds: ["flush"], paths: ["root/games"], number: 1)
            #expect(try await machine.ending(["sync"], environment: shim.environment(steps, .kill)).status == -SIGKILL)
            #expect(try machine.tree("snake").text("index.html") == "new")

            let report = await machine.sync()
            #expect(report.exit == .done && report.result == .success)
            #expect(report.changes.map(\.id) == ["snake"])
            #expect(report.changes.map(\.action) == [installed == 1 ? .update : .install])
            #expect(report.changes.first?.outcome == .done)
            #expect(report.changes.first?.from?.text == (installed == 1 ? "1" : nil))
            #expect(report.changes.first?.note == "the last run was cut off after the swap; recovery finished it")
            #expect(report.kept == 1)
            let run = try await machine.engine().status().lastRun
            #expect(run?.updated == installed)
            #expect(run?.installed == 1 - installed)
            #expect(await machine.sync().changes.isEmpty)
        }
    }
}
