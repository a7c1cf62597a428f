import FoundationEssentials
import Glibc
import SyncCore
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@Suite("Verify in hostile surroundings") struct VerifySurroundingsTests {
    @Test("of a tree that this user may not read is an error, not damage")
    func otherUser() async throws {
        guard getuid() == 0 else { return }
        try await Machine.run { machine in
            try await VerifyTests.install(machine)
            try Site.shell(
                "chmod 755 '\(machine.folder.path)'; chmod 600 '\(machine.games)/snake/js/a.js'; cd '\(machine.root)';"
                    + "chmod 777 .; chmod 666 state.sqlite3*")
            // What is not ours to read is not worse than a wrong mode.
            let nobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
            let ending = try await machine.ending("verify", prefix: nobody)
            #expect(ending.status == 1, "\(ending.err)")
            #expect(ending.err.contains("snake"))
            #expect(ending.err.contains("Permission denied"))
            #expect(ending.err.contains("hint: Run it as the user that owns the games, or as root"))
            #expect(try await machine.status("snake").state == .current)
        }
    }

    @Test("of many games needs few descriptors")
    func fewDescriptors() async throws {
        try await Machine.run { machine in
            var offers: [SiteOffer] = []
            for number in 0..<70 {
                offers.append(try await machine.site.pack("game-\(number)", "1", ["a": "\(number)", "b/c/d": "x"]))
            }
            try machine.site.publish(offers)
            #expect(await machine.sync().exit == .done)
            let limited = ["prlimit", "--nofile=64"]
            let ending = try await machine.ending("verify", prefix: limited)
            #expect(ending.status == 0, "\(ending.err)")
            #expect(ending.out.hasPrefix("70 whole: 140 files"))
            try Site.shell("for game in '\(machine.games)'/*; do rm \"$game/b/c/d\"; done")
            // One is left as a seed for all.
            try Data("x".utf8).write(to: URL(filePath: "\(machine.games)/game-7/b/c/d"))
            let repair = try await machine.ending("verify", "--repair", prefix: limited)
            #expect(repair.status == 0, "\(repair.err)")
            #expect(await machine.engine().verify().result == .ok)
        }
    }

    @Test("takes a file that the disk cannot read back for damaged, and says so")
    func diskError() async throws {
        try await Machine.run { machine in
            try await VerifyTests.install(machine)
            let shim = try await FaultShim(in: machine.folder)
            let steps = FaultShim.Steps(kinds: ["read"], paths: ["games/snake/js/a.js"])
            let ending = try await machine.ending("verify", environment: shim.environment(steps, .fail(EIO)))
            #expect(ending.status == 4)
            #expect(ending.err.contains("changed: js/a.js (cannot be read: Input/output error)"))
            #expect(try await machine.status("snake").state == .damaged)
        }
    }

    @Test("while games are updated never takes an update for damage")
    func duringUpdates() async throws {
        try await Machine.run { machine in
            machine.config.sync.keepVersions = 1
            var offers: [SiteOffer] = []
            for version in 0..<2 {
                let script = "for i in $(seq 200); do echo \(version) $i >$i; done"
                offers.append(try await machine.site.pack("snake", "\(version)", script: script))
            }
            try machine.site.publish([offers[0]])
            #expect(await machine.sync().exit == .done)
            let (work, versions) = (machine, offers)
            let rounds = try await withThrowingTaskGroup(of: Int.self) { group in
                group.addTask {
                    for round in 1...25 {
                        try work.site.publish([versions[round % 2]])
                        #expect(await work.sync().count(.update) == 1)
                    }
                    return 0
                }
                group.addTask {
                    var rounds = 0
                    while !Task.isCancelled {
                        let report = await work.engine().verify()
                        guard !Task.isCancelled else { break }
                        #expect(report.exit == .done, "\(report)")
                        rounds += 1
                    }
                    return rounds
                }
                _ = try await group.next()
                group.cancelAll()
                return try await group.next() ?? 0
            }
            #expect(rounds > 0)
            #expect(try await machine.status("snake").state == .current)
        }
    }

    @Test("stops within two seconds when it is asked to", arguments: [SIGINT, SIGTERM])
    func stops(_ signal: Int32) async throws {
        try await Machine.run { machine in
            try await VerifyTests.install(machine)
            // A file of terabytes that takes no room, and a receipt that says so.
            let receipt = try #require(try machine.names("receipts").first { $0.hasPrefix("snake.") })
            try Site.shell(
                """
                truncate -s 4T '\(machine.games)/snake/index.html'
                sed -i 's/"index.html","size":5,/"index.html","size":4398046511104,/' '\(machine.root)/receipts/\(receipt)'
                """)
            let program = try machine.program(["verify"])
            // Only once it reads that file is there something to stop.
            try await eventually {
                let files = "/proc/\(program.pid)/fd"
                let open = (try? FileManager.default.contentsOfDirectory(atPath: files)) ?? []
                return open.contains { name in
                    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(files)/\(name)")
                    return target?.hasSuffix("/snake/index.html") ?? false
                }
            }
            let start = ContinuousClock.now
            program.signal(signal)
            let ending = try await program.ending()
            #expect(ending.status == 10)
            #expect(ContinuousClock.now - start < .seconds(6))
            #expect(ending.err.contains("interrupted"))
            #expect(try await machine.status("snake").state == .current)
        }
    }
}
