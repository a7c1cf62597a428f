import FoundationEssentials
import Glibc
import SyncCore
import SyncPlatform
import TestSupport
import Testing

@testable import SyncEngine

@Suite("A sync that is killed") struct KillTests {
    @Test("leaves whole games and a true status at any moment, and the next one finishes the job")
    func anyMoment() async throws {
        try await Machine.run { machine in
            var offers: [[SiteOffer]] = []
            for version in 0..<3 {
                // Random bytes take their time, so that kills meet downloads and extraction too.
                let script = """
                    for i in 1 2 3 4 5 6 7 8; do echo \(version) >$i.txt; done; echo \(version) >version
                    head -c 400000 /dev/urandom >noise
                    """
                offers.append([
                    try await machine.site.pack("snake", "\(version)", script: script),
                    try await machine.site.pack("chess", "\(version)", script: script),
                ])
            }
            try machine.site.publish(offers[0])
            #expect(await machine.sync().exit == .done)

            var isRunning = 0
            for kill in 1...24 {
                try machine.site.publish(offers[kill % 3])
                let program = try machine.program(["sync"])
                if kill % 2 == 0 {
                    // Every other one when something appears in tmp.
                    let before = Set(try machine.names("tmp"))
                    let end = ContinuousClock.now + .seconds(3)
                    while ContinuousClock.now < end {
                        if try !Set(machine.names("tmp")).subtracting(before).isEmpty { break }
                    }
                } else {
                    try await Task.sleep(for: .milliseconds(Int.random(in: 20...150)))
                }
                program.signal(SIGKILL)
                if try await program.ending().status == -SIGKILL { isRunning += 1 }

                let status = try await machine.engine().status()
                #expect(!status.agent.running)
                for game in status.games {
                    let installed = try #require(game.installed)
                    #expect(
                        try machine.tree(game.id.text)
                            == (try await machine.unzipped(offer(game.id, installed, offers))))
                    #expect(game.progress == nil)
                    #expect([.current, .outdated].contains(game.state))
                    #expect((game.state == .current) == (installed == game.wanted))
                }
            }
            #expect(isRunning >= 12)

            try machine.site.publish(offers[2])
            #expect(await machine.sync().exit == .done)
            for game in ["snake", "chess"] {
                #expect(
                    try machine.tree(game)
                        == (try await machine.unzipped(offers[2].first { $0.game == game } ?? offers[2][0])))
            }
            #expect(try machine.names("tmp") == [])
            try machine.expectReceiptsFit()
        }
    }

    private func offer(_ game: GameID, _ version: Version, _ offers: [[SiteOffer]]) throws -> SiteOffer {
        try #require(offers.joined().first { $0.game == game.text && $0.version == version.text })
    }

    @Test("shows its last run as interrupted until the next one")
    func lastRun() async throws {
        try await Machine.run { machine in
            try await withSlowGame(machine) { program, _ in
                program.signal(SIGKILL)
                _ = try await program.ending()
                let status = try await machine.engine().status()
                #expect(!status.agent.running)
                #expect(status.lastRun?.result == .interrupted)
                let json = try await machine.ending("status", "--json")
                #expect(json.out.contains(#""result":"interrupted""#))
                #expect(try await machine.status("snake").state == .absent)
            }
        }
    }

    @Test(
        "goes on where it was, when it was asked to stop and when it was killed",
        arguments: [SIGTERM, SIGINT, SIGHUP, SIGKILL])
    func resumes(_ signal: Int32) async throws {
        try await Machine.run { machine in
            try await withSlowGame(machine) { program, offer in
                let start = ContinuousClock.now
                program.signal(signal)
                let ending = try await program.ending()
                #expect(ending.status == (signal == SIGKILL ? -SIGKILL : 10))
                // The whole download would take half a minute.
                #expect(ContinuousClock.now - start < .seconds(8))
                if signal != SIGKILL { #expect(ending.err.contains("interrupted")) }

                let partial = try #require(try machine.names("tmp").first { $0.hasSuffix(".part") })
                let path = "\(machine.root)/tmp/\(partial)"
                let kept = try Data(contentsOf: URL(filePath: path)).count
                #expect(kept >= 50_000)

                try machine.site.hurry()
                let second = try await machine.ending("sync")
                #expect(second.status == 0)
                try await eventually { try machine.server.requests.count { $0.path == "/slow/\(offer.url)" } == 2 }
                let request = try #require(try machine.server.requests.last { $0.path == "/slow/\(offer.url)" })
                #expect(request.status == 206)
                #expect(request.range == "bytes=\(kept)-")
                #expect(request.ifRange != nil)
                #expect(request.sentBytes == (offer.size ?? 0) - Int64(kept))
                #expect(try machine.tree("snake") == (try await machine.unzipped(offer)))
                #expect(try machine.names("tmp") == [])
            }
        }
    }

    @Test(
        "ends with 10 also when another program has the state locked, and so do `remove` and `rollback`",
        arguments: [["sync"], ["remove", "snake"], ["rollback", "snake"], ["verify", "--repair"]])
    func lockedState(_ words: [String]) async throws {
        try await Machine.run { machine in
            try await RollbackTests.install(machine, ["1", "2"])
            let script =
                "import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); c.execute('begin exclusive'); print(1); input()"
            let other = try ChildProcess(["python3", "-uc", script, "\(machine.root)/state.sqlite3"])
            #expect(await other.line() == "1")
            let program = try machine.program(words)
            // It has the lock, and waits for the state next, five seconds long; then it would end with 8.
            // A shell does not share this process's threads with other tests, which may be busy for so long.
            let (pid, root) = (program.pid, machine.root)
            _ = try await Lane("shell").run {
                try Site.shell("until grep -qw \(pid) '\(root)/lock'; do sleep 0.01; done; kill -TERM \(pid)")
            }
            #expect(try await program.ending().status == 10)
            other.closeInput()
            RollbackTests.expect(try machine.tree("snake"), is: "2")
        }
    }

    @Test(
        "stops while it unpacks or throws away many files, and the next one goes on from there", arguments: ["1", "2"])
    func manyFiles(_ version: String) async throws {
        try await Machine.run { machine in
            machine.config.sync.keepVersions = 1
            let script = "for d in $(seq 100); do mkdir $d; (cd $d; touch $(seq 150)); done"
            if version == "2" {
                try machine.site.publish([try await machine.site.pack("snake", "1", script: script)])
                #expect(await machine.sync().exit == .done)
            }
            let offer = try await machine.site.pack("snake", version, script: "\(script); echo \(version) >version")
            try machine.site.publish([offer])
            let program = try machine.program(["sync"])
            // Once the update is in place the old tree is thrown away.
            try await eventually {
                if version == "1", try machine.names("tmp").contains(where: { $0.hasPrefix("new-") }) { return true }
                return FileManager.default.fileExists(atPath: "\(machine.games)/snake/version")
            }
            let start = ContinuousClock.now
            program.signal(SIGTERM)
            let ending = try await program.ending()
            #expect(ContinuousClock.now - start < .seconds(8))
            #expect([0, 10].contains(ending.status))
            #expect(await machine.sync().exit == .done)
            #expect(try machine.tree("snake").entries.count == 15_101)
            #expect(try machine.names("tmp") == [])
        }
    }
}

/// Runs `body` while a program downloads a game that takes half a minute, of which some has arrived.
func withSlowGame(_ machine: Machine, _ body: (Program, SiteOffer) async throws -> Void) async throws {
    let offer = try await machine.site.pack(
        "snake", "1", script: "head -c 1500000 /dev/urandom >noise; echo 1 >version")
    try machine.site.publish([offer.with { $0.url = "/slow/" + $0.url }])
    let program = try machine.program(["sync"])
    try await eventually {
        let partial = try machine.names("tmp").first { $0.hasSuffix(".part") }
        guard let partial else { return false }
        var info = stat()
        return stat("\(machine.root)/tmp/\(partial)", &info) == 0 && info.st_size >= 50_000
    }
    try await body(program, offer)
}
