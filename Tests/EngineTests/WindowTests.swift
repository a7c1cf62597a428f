import SyncCore
import SyncPlatform
import Synchronization
import TestSupport
import Testing

@testable import SyncEngine

@Suite("A time of day for downloads") struct WindowTests {
    /// A window of two hours that begins so many hours from now, by the clock on this machine's wall.
    private func window(in hours: Int) throws -> (window: TransferWindow, opens: String) {
        let times = try Site.shell("date -d '\(hours) hours' +%H:%M; date -d '\(hours + 2) hours' +%H:%M")
        return (try TransferWindow("\(times[0])-\(times[1])"), times[0])
    }

    @Test("outside of it the manifest is fetched and games are deleted, and what needs a download waits, also by hand")
    func outside() async throws {
        try await Machine.run { machine in
            let (chess, pong) = (
                try await machine.site.pack("chess", "1", ["x": "1"]),
                try await machine.site.pack("pong", "1", ["x": "1"])
            )
            try machine.site.publish([chess, pong])
            #expect(await machine.sync().exit == .done)

            let snake = try await machine.site.pack("snake", "1", ["x": "1"])
            let new = try await machine.site.pack("chess", "2", ["x": "2"])
            try machine.site.publish([new, snake])
            let (closed, opens) = try window(in: 3)
            machine.config.transfer.window = closed
            let report = await machine.sync()
            #expect(report.exit == .done)
            #expect(report.count(.delete) == 1)
            #expect(try machine.tree("pong").isEmpty)
            let words = "waits until \(opens): outside `transfer.window`"
            #expect(report.games.filter { $0.outcome == .skipped }.map(\.note) == [words, words])
            #expect(try !machine.server.requests.contains { $0.path == "/\(new.url)" || $0.path == "/\(snake.url)" })
            #expect(try machine.tree("chess").text("x") == "1")
            #expect(try await machine.status("chess").state == .outdated)
            #expect(try await machine.status("snake").state == .absent)
            #expect(try await machine.status("chess").next == words)

            machine.config.transfer.window = try window(in: -1).window
            #expect(await machine.sync().exit == .done)
            #expect(try machine.tree("chess").text("x") == "2")
            #expect(try machine.tree("snake").text("x") == "1")
        }
    }

    @Test("a download that runs when it closes stops, keeps what came, and goes on from there")
    func closes() async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("snake", "1", script: "head -c 1500000 /dev/urandom >noise")
            try machine.site.publish([offer.with { $0.url = "/slow/" + $0.url }])
            machine.config.transfer.window = try window(in: -1).window
            var engine = machine.engine()
            let lateBy = Atomic<Int64>(0)
            engine.now = { SystemClock.now.advanced(by: lateBy.load(ordering: .relaxed)) }
            let running = engine
            async let run = running.sync()
            try await eventually {
                let names = try machine.names("tmp")
                return names.contains { $0.hasSuffix(".part") } && names.contains { $0.hasSuffix(".json") }
            }
            lateBy.store(4 * 3600, ordering: .relaxed)
            let report = await run
            #expect(report.exit == .done)
            #expect(report.games.map(\.outcome) == [.skipped])
            #expect(report.games.first?.note?.hasSuffix("outside `transfer.window`") == true)
            #expect(try machine.names("tmp").contains { $0.hasSuffix(".part") })
            #expect(try machine.tree("snake").isEmpty)

            try machine.site.hurry()
            #expect(await machine.sync().exit == .done)
            try await eventually { try machine.server.requests.count { $0.path == "/slow/\(offer.url)" } == 2 }
            // The one that was cut off may be written down last.
            #expect(try machine.server.requests.contains { $0.path == "/slow/\(offer.url)" && $0.status == 206 })
            #expect(try machine.tree("snake") == (try await machine.unzipped(offer)))
        }
    }

    @Test("which time it is, the time zone tells", arguments: [("UTC", 0), ("Asia/Tokyo", 9), ("America/Phoenix", -7)])
    func zone(_ name: String, _ offset: Int) async throws {
        try await Machine.run { machine in
            try machine.site.publish([try await machine.site.pack("snake", "1", ["x": "1"])])
            // Two hours from now on a wall in that zone.
            let opens = try Site.shell("date -u -d '\(offset + 2) hours' +%H:%M")[0]
            let closes = try Site.shell("date -u -d '\(offset + 4) hours' +%H:%M")[0]
            machine.transferLines = "window = \"\(opens)-\(closes)\""
            let ending = try await machine.ending("sync", environment: ["TZ": name])
            #expect(ending.status == 0)
            #expect(
                ending.out.contains("waits until \(opens): outside `transfer.window`"), "\(ending.out)\(ending.err)")
            let other = try await machine.ending("sync", environment: ["TZ": "UTC\(-(offset + 3))"])
            #expect(other.status == 0)
            #expect(try machine.tree("snake").text("x") == "1")
        }
    }

    @Test("archives from files do not wait")
    func files() async throws {
        try await Machine.run { machine in
            try machine.site.publish([try await machine.site.pack("snake", "1", ["x": "1"])])
            machine.config.manifest = try SafeURL("file://\(machine.site.path)/manifest.json")
            machine.config.transfer.window = try window(in: 3).window
            #expect(await machine.sync().exit == .done)
            #expect(try machine.tree("snake").text("x") == "1")
        }
    }

    @Test("moments and times on the wall belong together, also where the clock is put forward or back")
    func localClock() throws {
        // Around the hour at which Europe puts it forward, and a day after it puts it back.
        for seconds: Int64 in [0, 1_767_323_040, 1_774_745_940, 1_774_746_000, 1_792_976_400] {
            let moment = Timestamp(seconds: seconds)
            let time = LocalClock.time(at: moment)
            #expect(try Site.shell("date -d @\(seconds) '+%Y-%m-%d %H:%M'")[0] == time.description)
            #expect(LocalClock.moment(of: time) == moment)
        }
    }
}
