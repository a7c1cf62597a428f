import FoundationEssentials
import Glibc
import SyncCore
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@Suite("Pause, resume and remove") struct HoldTests {
    @Test("a paused game stays as it is until it is resumed")
    func paused() async throws {
        try await Machine.run { machine in
            let snake = try GameID("snake")
            try machine.site.publish([try await machine.site.pack("snake", "1", ["x": "1"])])
            #expect(await machine.sync().exit == .done)
            let report = try await machine.engine().pause([snake])
            #expect(report.exit == .done)
            #expect(report.games.map(\.outcome) == [.done])
            #expect(try await machine.engine().pause([snake]).games.map(\.outcome) == [.skipped])

            try machine.site.publish([try await machine.site.pack("snake", "2", ["x": "2"])])
            for _ in 0..<2 {
                let report = await machine.sync()
                #expect(report.exit == .done)
                #expect(report.changes.map(\.outcome) == [.skipped])
                #expect(try machine.tree("snake").text("x") == "1")
                #expect(try await machine.status("snake").state == .paused)
            }
            // Not even a forced run, and not when the manifest drops it.
            #expect(await machine.sync(SyncOptions(force: true)).changes.map(\.outcome) == [.skipped])
            try machine.site.publish([try await machine.site.pack("chess", "1", ["x": "1"])])
            #expect(await machine.sync().exit == .done)
            #expect(try machine.tree("snake").text("x") == "1")

            #expect(try await machine.engine().resume([snake]).games.map(\.outcome) == [.done])
            try machine.site.publish([try await machine.site.pack("snake", "2", ["x": "2"])])
            #expect(await machine.sync(SyncOptions(allowMassDelete: true)).exit == .done)
            #expect(try machine.tree("snake").text("x") == "2")
        }
    }

    @Test("a resumed game is updated by the next run though the manifest is the same")
    func resumed() async throws {
        try await Machine.run { machine in
            let snake = try GameID("snake")
            try machine.site.publish([try await machine.site.pack("snake", "1", ["x": "1"])])
            #expect(await machine.sync().exit == .done)
            _ = try await machine.engine().pause([snake])
            try machine.site.publish([try await machine.site.pack("snake", "2", ["x": "2"])])
            #expect(await machine.sync().exit == .done)
            #expect(await machine.sync().exit == .done)
            _ = try await machine.engine().resume([snake])
            #expect(await machine.sync().count(.update) == 1)
            #expect(try machine.tree("snake").text("x") == "2")
        }
    }

    @Test("resuming while a run goes on that passed the game over is not forgotten")
    func resumedMeanwhile() async throws {
        try await Machine.run { machine in
            let chess = try GameID("chess")
            try machine.site.publish([try await machine.site.pack("chess", "1", ["x": "1"])])
            #expect(await machine.sync().exit == .done)
            _ = try await machine.engine().pause([chess])
            let slow = try await machine.site.pack("snake", "1", script: "head -c 1500000 /dev/urandom >noise")
            let new = try await machine.site.pack("chess", "2", ["x": "2"])
            try machine.site.publish([new, slow.with { $0.url = "/slow/" + $0.url }])
            let program = try machine.program(["sync"])
            try await eventually { try machine.names("tmp").contains { $0.hasSuffix(".part") } }
            #expect(try await machine.engine().resume([chess]).games.map(\.outcome) == [.done])
            _ = try await machine.engine().pause([try GameID("snake")])
            #expect(try await program.ending().status == 0)

            #expect(await machine.sync().exit == .done)
            #expect(try machine.tree("chess").text("x") == "2")
        }
    }

    @Test(
        "pausing a download that runs lets it go, keeps what came, and the run ends well; resuming goes on from there")
    func pausedWhileDownloading() async throws {
        try await Machine.run { machine in
            try await withSlowGame(machine) { program, offer in
                let start = ContinuousClock.now
                let pause = try await machine.ending("pause", "snake")
                #expect(pause.status == 0)
                #expect(pause.out.hasPrefix("paused snake"))
                let ending = try await program.ending()
                // The rest of the download would take half a minute.
                #expect(ContinuousClock.now - start < .seconds(8))
                #expect(ending.status == 0)
                #expect(ending.out.contains("snake"))
                #expect(ending.out.contains("put on hold"))
                #expect(try await machine.status("snake").state == .paused)
                let kept = try partialSize(machine)
                #expect(kept >= 50_000)

                // Runs meanwhile leave the partial alone.
                for _ in 0..<2 { #expect(try await machine.ending("sync").status == 0) }
                #expect(try partialSize(machine) == kept)

                try machine.site.hurry()
                #expect(try await machine.ending("resume", "snake").status == 0)
                #expect(try await machine.ending("sync").status == 0)
                try await eventually { try machine.server.requests.count { $0.path == "/slow/\(offer.url)" } == 2 }
                let request = try #require(try machine.server.requests.last { $0.path == "/slow/\(offer.url)" })
                #expect(request.range == "bytes=\(kept)-")
                #expect(request.status == 206)
                #expect(try machine.tree("snake") == (try await machine.unzipped(offer)))
            }
        }
    }

    private func partialSize(_ machine: Machine) throws -> Int {
        let name = try #require(try machine.names("tmp").first { $0.hasSuffix(".part") })
        return try Data(contentsOf: URL(filePath: "\(machine.root)/tmp/\(name)")).count
    }

    @Test("a game that waits for its turn and is paused meanwhile is not begun")
    func pausedWhileWaiting() async throws {
        try await Machine.run { machine in
            machine.config.transfer.parallel = 1
            let first = try await machine.site.pack("first", "1", script: "head -c 600000 /dev/urandom >noise")
            let last = try await machine.site.pack("last", "1", ["x": "1"])
            // The larger one comes first. The others are so many that not all are begun side by side.
            let many = (100..<180).map { number in last.with { $0.game = "g\(number)" } }
            try machine.site.publish([first.with { $0.url = "/slow/" + $0.url }, last] + many)
            let engine = machine.engine()
            async let report = engine.sync()
            try await eventually { try machine.names("tmp").contains { $0.hasSuffix(".part") } }
            let held = ["first", "g100", "g179", "last"]
            _ = try await engine.pause(held.map { try GameID($0) })
            let ended = await report
            #expect(ended.exit == .done)
            #expect(ended.games.filter { $0.outcome == .skipped }.map(\.id) == held)
            for game in held { #expect(try machine.tree(game).isEmpty) }
            #expect(ended.count(.install) == 78)
        }
    }

    @Test("a removed game goes at once with its kept versions, and stays away until it is resumed")
    func removed() async throws {
        try await Machine.run { machine in
            let chess = try await machine.site.pack("chess", "1", ["x": "1"])
            try machine.site.publish([chess, try await machine.site.pack("snake", "1", ["x": "1"])])
            #expect(await machine.sync().exit == .done)
            let two = try await machine.site.pack("snake", "2", ["x": "2"])
            try machine.site.publish([chess, two])
            #expect(await machine.sync().exit == .done)
            #expect(try machine.names("versions") == ["snake"])

            let ending = try await machine.ending("remove", "snake")
            #expect(ending.status == 0)
            #expect(ending.out.hasPrefix("removed snake"))
            #expect(try machine.tree("snake").isEmpty)
            #expect(try machine.names("versions") == [])
            #expect(try machine.names("tmp") == [])
            try machine.expectReceiptsFit()
            for _ in 0..<2 {
                #expect(await machine.sync().exit == .done)
                #expect(try machine.tree("snake").isEmpty)
                #expect(try await machine.status("snake").state == .absent)
            }
            #expect(try await machine.ending("remove", "snake").status == 0)
            #expect(try await machine.ending("resume", "snake").status == 0)
            #expect(await machine.sync().count(.install) == 1)
            #expect(try machine.tree("snake").text("x") == "2")
        }
    }

    @Test("the partial download of a removed game goes too")
    func removedPartial() async throws {
        try await Machine.run { machine in
            try await withSlowGame(machine) { program, _ async throws in
                program.signal(SIGTERM)
                #expect(try await program.ending().status == 10)
                #expect(try await machine.ending("remove", "snake").status == 0)
                #expect(await machine.sync().exit == .done)
                #expect(try machine.names("tmp") == [])
            }
        }
    }

    @Test("a removal that is killed is finished by the next run", arguments: [1, 2, 3, 4, 5, 6, 7, 8])
    func killedRemoval(_ step: Int) async throws {
        try await Machine.run { machine in
            let shim = try await FaultShim(in: machine.folder)
            let chess = try await machine.site.pack("chess", "1", ["x": "1"])
            try machine.site.publish([chess, try await machine.site.pack("snake", "1", ["x": "1"])])
            #expect(await machine.sync().exit == .done)
            try machine.site.publish([chess, try await machine.site.pack("snake", "2", ["x": "2"])])
            #expect(await machine.sync().exit == .done)
            // Steps of the removal itself; the probe of the file system comes before.
            let steps = FaultShim.Steps(kinds: ["rename", "remove"], number: step)
            let ending = try await machine.ending(["remove", "snake"], environment: shim.environment(steps, .kill))
            if ending.status == -SIGKILL {
                let tree = try machine.tree("snake")
                #expect(tree.isEmpty || tree.text("x") == "2")
            }
            #expect(await machine.sync().exit == .done)
            if try await machine.engine().status().games.first(where: { $0.id.text == "snake" })?.state == .absent {
                #expect(try machine.tree("snake").isEmpty)
                #expect(try machine.names("versions") == [])
            } else {
                #expect(try await machine.status("snake").state == .current)
            }
            #expect(try machine.names("tmp") == [])
            try machine.expectReceiptsFit()
        }
    }

    @Test("a game that is named twice is told once", arguments: ["pause", "resume", "remove"])
    func twice(_ verb: String) async throws {
        try await Machine.run { machine in
            try machine.site.publish([try await machine.site.pack("snake", "1", ["x": "1"])])
            #expect(await machine.sync().exit == .done)
            if verb == "resume" { #expect(try await machine.ending("pause", "snake").status == 0) }
            let ending = try await machine.ending(verb, "snake", "snake")
            #expect(ending.status == 0)
            #expect(ending.out.split(separator: "\n").count == 1, "\(ending.out)")
            #expect(ending.out.hasPrefix("\(verb)d snake"))
        }
    }

    @Test(
        "unknown games are an error, and the known ones beside them are done", arguments: ["pause", "resume", "remove"])
    func unknown(_ verb: String) async throws {
        try await Machine.run { machine in
            try machine.site.publish([try await machine.site.pack("snake", "1", ["x": "1"])])
            #expect(await machine.sync().exit == .done)
            if verb == "resume" { #expect(try await machine.ending("pause", "snake").status == 0) }
            let ending = try await machine.ending(verb, "snkae", "snake")
            #expect(ending.status == 1)
            #expect(ending.err.contains("snkae"))
            #expect(ending.out.hasPrefix("\(verb)d snake"))
            #expect(try machine.tree("snake").isEmpty == (verb == "remove"))
        }
    }

    @Test("a run that holds the lock is named to whoever comes second, who may wait for it")
    func busy() async throws {
        try await Machine.run { machine in
            try await withSlowGame(machine) { program, offer in
                for words in [["sync"], ["remove", "snake"]] {
                    let second = try await machine.ending(words)
                    #expect(second.status == 8)
                    #expect(second.err.contains("`sync` (pid \(program.pid)"))
                }
                let short = try await machine.ending("sync", "--wait=100ms")
                #expect(short.status == 8)
                let status = try await machine.engine().status()
                #expect(status.agent.running)
                #expect(status.agent.pid == program.pid)

                let patient = try machine.program(["sync", "--wait"])
                program.signal(SIGTERM)
                #expect(try await program.ending().status == 10)
                try machine.site.hurry()
                #expect(try await patient.ending().status == 0)
                #expect(try machine.tree("snake") == (try await machine.unzipped(offer)))
            }
        }
    }
}
