import FoundationEssentials
import Glibc
import SyncCore
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@Suite("As a library") struct EventsTests {
    @Test("a run tells its plan, the games as they end, and last its report")
    func order() async throws {
        try await Machine.run { machine in
            let snake = try await machine.site.pack("snake", "1", script: "head -c 2000000 /dev/urandom >noise")
            let missing = try await machine.site.pack("missing", "1", ["x": "1"])
            try machine.site.withdraw(missing)
            try machine.site.publish([snake, missing])
            var names: [String] = []
            var progress: [ProgressEvent] = []
            var last: RunReport?
            for await event in machine.engine().events() {
                #expect(last == nil)
                switch event {
                case .planned(let changes): names.append("planned \(changes)")
                case .game(let report): names.append("\(report.id) \(report.outcome.rawValue)")
                case .progress(let event): progress.append(event)
                case .finished(let report): last = report
                }
            }
            #expect(names.first == "planned 2")
            #expect(names.dropFirst().sorted() == ["missing failed", "snake done"])
            let report = try #require(last)
            #expect(report.exit == .someFailed)
            #expect(report.games.map(\.id) == ["missing", "snake"])
            #expect(report.bytesDownloaded >= snake.size ?? 0)
            #expect(report.games[1].files == 1)
            #expect(report.games[1].bytes == 2_000_000)

            let download = progress.filter { $0.game.text == "snake" && $0.phase == .download }
            #expect(download.last?.done == snake.size)
            #expect(download.map(\.done) == download.map(\.done).sorted())
            let phases = progress.filter { $0.game.text == "snake" }.map(\.phase)
            #expect(phases.contains(.extract))
            #expect(phases.last == .swap)
        }
    }

    @Test("ending the iteration stops the run; what came is kept for the next one")
    func ended() async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("snake", "1", script: "head -c 1500000 /dev/urandom >noise")
            try machine.site.publish([offer.with { $0.url = "/slow/" + $0.url }])
            for await event in machine.engine().events() {
                if case .progress(let progress) = event, progress.done > 50_000 { break }
            }
            try await eventually { try await !machine.engine().status().agent.running }
            #expect(try machine.tree("snake").isEmpty)
            #expect(try await machine.engine().status().lastRun?.result == .interrupted)
            #expect(try machine.names("tmp").contains { $0.hasSuffix(".part") })
            try machine.site.hurry()
            #expect(await machine.sync().exit == .done)
            try await eventually { try machine.server.requests.count { $0.path.hasPrefix("/slow/") } == 2 }
            #expect(try machine.server.requests.last { $0.path.hasPrefix("/slow/") }?.status == 206)
        }
    }

    @Test("cancelling the task ends the run as interrupted", arguments: [true, false])
    func cancelled(_ isWaiting: Bool) async throws {
        try await Machine.run { machine in
            try await withSlowGame(machine) { program, _ in
                let engine = machine.engine()
                if !isWaiting {
                    program.signal(SIGTERM)
                    #expect(try await program.ending().status == 10)
                }
                let task = Task { await engine.sync(SyncOptions(wait: .forever)) }
                if !isWaiting { try await eventually { try await engine.status().agent.running } }
                task.cancel()
                let report = await task.value
                #expect(report.exit == .interrupted)
                #expect(report.result == .interrupted)
                #expect(report.error?.summary.contains("interrupted") == true)
                program.signal(SIGKILL)
            }
        }
    }

    @Test("says whether a version of a game is there")
    func isInstalled() async throws {
        try await Machine.run { machine in
            let engine = machine.engine()
            let (snake, one, two) = (try GameID("snake"), try Version("1"), try Version("2"))
            #expect(await !engine.isInstalled(snake, one))
            try machine.site.publish([try await machine.site.pack("snake", "1", ["x": "1"])])
            #expect(await engine.sync().exit == .done)
            #expect(await engine.isInstalled(snake, one))
            #expect(await !engine.isInstalled(snake, two))
            _ = try await engine.pause([snake])
            #expect(await engine.isInstalled(snake, one))
            try Site.shell("rm -r '\(machine.games)/snake'")
            #expect(await !engine.isInstalled(snake, one))
        }
    }

    @Test("two runs at once in one process do not meet")
    func twoAtOnce() async throws {
        try await Machine.run { machine in
            var offers: [SiteOffer] = []
            for game in ["a", "b", "c", "d"] { offers.append(try await machine.site.pack(game, "1", ["x": game])) }
            try machine.site.publish(offers)
            let engine = machine.engine()
            async let first = engine.sync(SyncOptions(wait: .forever))
            async let second = engine.sync(SyncOptions(wait: .forever))
            let reports = await [first, second]
            #expect(reports.map(\.exit) == [.done, .done])
            #expect(reports.map { $0.count(.install) }.sorted() == [0, 4])
            try machine.expectReceiptsFit()
        }
    }

    @Test("what the configuration asks for and this version cannot do is said, and nothing is changed")
    func unsupported() async throws {
        try await Machine.run { machine in
            try machine.site.publish([try await machine.site.pack("snake", "1", ["x": "1"])])
            let hooks = await machine.sync(SyncOptions()) { $0.hooks.beforeSwap = [["true"]] }
            #expect(hooks.exit == .config)
            #expect(hooks.error?.hint != nil)
            #expect(!FileManager.default.fileExists(atPath: machine.root))
        }
    }
}
