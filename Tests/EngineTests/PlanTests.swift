import FoundationEssentials
import Glibc
import SyncCore
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@Suite("Plan and status") struct PlanTests {
    /// A machine on which everything is to be done: install, update, reinstall, delete, keep, skip and fail.
    private func prepare(_ machine: Machine) async throws {
        let site = machine.site
        func pack(_ game: String, _ version: String) async throws -> SiteOffer {
            try await site.pack(game, version, ["x": "\(game) \(version)"])
        }
        let keep = try await pack("keep", "1")
        let broken = try await pack("broken", "1")
        try site.publish([
            keep, broken, try await pack("update", "1"), try await pack("gone", "1"), try await pack("paused", "1"),
        ])
        #expect(await machine.sync().exit == .done)
        _ = try await machine.engine().pause([try GameID("paused")])
        try Site.shell("rm '\(machine.games)/broken/x'; mkdir '\(machine.games)/foreign' '\(machine.games)/stray'")
        try site.publish([
            keep, broken, try await pack("update", "2"), try await pack("paused", "2"), try await pack("install", "1"),
            try await pack("foreign", "1"),
        ])
    }

    private func lines(_ report: RunReport) -> [String] {
        report.games.map { game in
            let outcome = game.outcome == .failed ? "failed" : "ok"
            return "\(game.action.rawValue) \(game.id) \(game.from?.text ?? "-") \(game.to?.text ?? "-") \(outcome)"
        }
    }

    @Test("say what the next sync then does, and change nothing")
    func samePlan() async throws {
        try await Machine.run { machine in
            try await prepare(machine)
            let before = try Tree(machine.root)
            let plan = await machine.engine().plan()
            let dry = await machine.sync(SyncOptions(isDryRun: true))
            #expect(lines(dry) == lines(plan))
            #expect(
                lines(plan) == [
                    "reinstall broken 1 1 ok", "skip foreign - 1 failed", "delete gone 1 - ok",
                    "install install - 1 ok",
                    "keep keep 1 1 ok", "skip paused 1 2 ok", "update update 1 2 ok",
                ])
            #expect(plan.untracked == ["stray"])
            var after = try Tree(machine.root)
            // Readers of the database share its index with the writer.
            for name in ["state.sqlite3-shm", "state.sqlite3-wal"] { after.entries[name] = before.entries[name] }
            #expect(after == before)
            #expect(try await machine.ending("plan", "--exit-code").status == 3)

            let sync = await machine.sync()
            #expect(lines(sync) == lines(plan))
            #expect(sync.untracked == plan.untracked)
            #expect(try await machine.ending("plan", "--exit-code").status == 0)
        }
    }

    @Test("work before the first run, and make nothing")
    func beforeFirstRun() async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("snake", "1", ["x": "1"])
            try machine.site.publish([offer])
            let plan = try await machine.ending("plan")
            #expect(plan.status == 0)
            #expect(plan.out.hasPrefix("install     snake 1\n1 to install"))
            #expect(try await machine.ending("plan", "--exit-code").status == 3)
            #expect(try await machine.ending("status").status == 0)
            let status = try await machine.engine().status()
            #expect(status.games == [])
            #expect(status.lastRun == nil)
            #expect(!status.agent.running)
            #expect(!FileManager.default.fileExists(atPath: machine.root))
            #expect(await machine.engine().plan().bytesToFetch == offer.size)
        }
    }

    @Test("need no lock: both answer while a sync runs, and status shows how far it is")
    func whileRunning() async throws {
        try await Machine.run { machine in
            try await withSlowGame(machine) { program, offer in
                try await eventually {
                    let game = try await machine.engine().status().games.first
                    return game?.state == .downloading && (game?.progress?.done ?? 0) > 0
                }
                let status = try await machine.engine().status()
                #expect(status.agent.running)
                #expect(status.agent.pid == program.pid)
                #expect(status.agent.verb == "sync")
                let progress = try #require(status.games.first?.progress)
                #expect(progress.phase == .download)
                #expect(progress.total == offer.size)
                #expect(progress.done < offer.size ?? 0)
                #expect(try await machine.ending("status").out.contains("downloading"))
                #expect(await machine.engine().plan().games.map(\.action) == [.install])
                program.signal(SIGTERM)
                #expect(try await program.ending().status == 10)
                let after = try await machine.engine().status()
                #expect(!after.agent.running)
                #expect(after.games.first?.progress == nil)
                #expect(after.games.first?.state == .absent)
                #expect(after.lastRun?.result == .interrupted)
            }
        }
    }

    @Test("a plan says why a manifest cannot be had, with the exit code of a sync")
    func unreachable() async throws {
        try await Machine.run { machine in
            #expect(await machine.engine().plan().exit == .network)
            #expect(await machine.sync().exit == .network)
            machine.config.manifest = try SafeURL("http://127.0.0.1:1/manifest.json")
            #expect(await machine.engine().plan().exit == .network)
            #expect(await machine.sync().exit == .network)
            #expect(try await machine.engine().status().manifest?.error?.contains("connect") == true)
        }
    }
}
