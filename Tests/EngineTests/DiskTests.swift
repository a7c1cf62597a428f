import FoundationEssentials
import SyncCore
import SyncEngine
import TestSupport
import Testing

@Suite(
    "A disk of its own",
    .enabled(if: Disk.isAvailable, "this machine cannot mount file systems (not root, or no loop devices)"))
struct DiskTests {
    /// A machine whose root lies on a small disk.
    private func run(_ kind: Disk.Kind = .ext4, _ body: (inout Machine, Disk) async throws -> Void) async throws {
        try await Machine.run { machine in
            try await Disk.mounted(kind, in: machine.folder) { disk in
                machine.config.root = "\(disk.path)/root"
                try await body(&machine, disk)
            }
        }
    }

    @Test(
        "that is full costs the game that does not fit its update and nothing else",
        arguments: Disk.Kind.allCases.filter(Disk.has))
    func full(_ kind: Disk.Kind) async throws {
        try await run(kind) { machine, disk in
            let old = try await machine.site.pack("snake", "1", ["index.html": "old"])
            try machine.site.publish([old])
            #expect(await machine.sync().exit == .done)
            try disk.fill(leaving: 20)
            // Nothing of the kind that compresses.
            let large = try await machine.site.pack("snake", "2", script: "head -c 30000000 /dev/urandom >noise")
            // Small on the wire, large on the disk.
            let deep = try await machine.site.pack("deep", "1", script: "head -c 60000000 /dev/zero >zeros")
            let small = try await machine.site.pack("chess", "1", ["index.html": "fits"])
            try machine.site.publish([large, deep, small])

            let report = await machine.sync()
            #expect(report.exit == .diskFull)
            let failures = Dictionary(uniqueKeysWithValues: report.games.map { ($0.id, $0.error) })
            for game in ["snake", "deep"] {
                let failure = try #require(failures[game] ?? nil)
                #expect(failure.message.contains("not enough disk space: "), "\(failure)")
                #expect(failure.message.contains(" needed, "), "\(failure)")
                #expect(failure.message.contains(" free"), "\(failure)")
                #expect(failure.message.contains("Free some space"), "\(failure)")
            }
            #expect(try machine.tree("snake").text("index.html") == "old")
            #expect(try machine.tree("chess").text("index.html") == "fits")
            #expect(try machine.tree("deep").isEmpty)
            // Said before the first byte, not found out in the middle.
            #expect(try machine.server.requests.allSatisfy { $0.path != "/snake-2.zip" })

            try disk.unfill()
            guard kind != .ext4 else { return }
            #expect(await machine.sync().exit == .done)
            #expect(try machine.tree("snake") == (try await machine.unzipped(large)))
            #expect(try machine.names("tmp") == [])
        }
    }

    @Test("that fills up in the middle, because the manifest gives no size, is exit 7, and the next run heals")
    func fillsUp() async throws {
        try await run { machine, disk in
            let old = try await machine.site.pack("snake", "1", ["index.html": "old"])
            try machine.site.publish([old])
            #expect(await machine.sync().exit == .done)
            try disk.fill(leaving: 10)
            let large = try await machine.site.pack("snake", "2", script: "head -c 15000000 /dev/urandom >noise")
            try machine.site.publish([large.with { $0.size = nil }])
            let report = await machine.sync()
            #expect(report.exit == .diskFull, "\(report)")
            #expect(try machine.tree("snake").text("index.html") == "old")
            #expect(try await machine.status("snake").installed?.text == "1")
            try disk.unfill()
            #expect(await machine.sync().exit == .done)
            #expect(try machine.tree("snake") == (try await machine.unzipped(large)))
        }
    }

    @Test("that may only be read is told in words, and `status` goes on showing what is installed")
    func readOnly() async throws {
        try await run { machine, disk in
            try machine.site.publish([try await machine.site.pack("snake", "1", ["index.html": "old"])])
            #expect(await machine.sync().exit == .done)
            try machine.site.publish([try await machine.site.pack("snake", "2", ["index.html": "new"])])
            try disk.remount("ro")
            defer { try? disk.remount("rw") }  // Unmounted anyway.
            let report = await machine.sync()
            #expect([.config, .internalError].contains(report.exit), "\(report)")
            let error = try #require(report.error)
            #expect("\(error)".contains("read-only") || "\(error)".contains("not writable"), "\(error)")
            #expect(try await machine.status("snake").installed?.text == "1")
            #expect(try machine.tree("snake").text("index.html") == "old")
            try disk.remount("rw")
            #expect(await machine.sync().exit == .done)
            #expect(try machine.tree("snake").text("index.html") == "new")
        }
    }

    @Test("may hold files that nobody can change: the game is updated, and what cannot be deleted is told and kept")
    func immutableFile() async throws {
        try await run { machine, disk in
            machine.config.sync.keepVersions = 1
            let offers = [
                try await machine.site.pack("snake", "1", ["index.html": "old", "lib/a.js": "old"]),
                try await machine.site.pack("chess", "1", ["index.html": "old"]),
            ]
            try machine.site.publish(offers)
            #expect(await machine.sync().exit == .done)
            try Site.shell("chattr +i '\(machine.games)/snake/lib/a.js'")
            defer { _ = try? Site.shell("chattr -R -i '\(disk.path)/root'") }
            let next = [
                try await machine.site.pack("snake", "2", ["index.html": "new"]),
                try await machine.site.pack("chess", "2", ["index.html": "new"]),
            ]
            try machine.site.publish(next)
            #expect(await machine.sync().exit == .done)
            #expect(try machine.tree("snake").paths == ["index.html"])
            #expect(try machine.tree("chess").text("index.html") == "new")
            #expect(await machine.sync().exit == .done)
            try Site.shell("chattr -R -i '\(disk.path)/root'")
            #expect(await machine.sync(SyncOptions(force: true)).exit == .done)
            #expect(try machine.names("tmp") == [])
        }
    }

    @Test("may hold a game's folder that nobody can move: that game fails with the reason, the others go on")
    func immutableFolder() async throws {
        try await run { machine, _ in
            func offers(_ version: String) async throws -> [SiteOffer] {
                [
                    try await machine.site.pack("snake", version, ["index.html": version]),
                    try await machine.site.pack("chess", version, ["index.html": version]),
                ]
            }
            try machine.site.publish(try await offers("1"))
            #expect(await machine.sync().exit == .done)
            try Site.shell("chattr +i '\(machine.games)/snake'")
            try machine.site.publish(try await offers("2"))
            let report = await machine.sync()
            try Site.shell("chattr -i '\(machine.games)/snake'")
            #expect(report.exit == .someFailed)
            let failure = try #require(report.games.first { $0.id == "snake" }?.error)
            #expect(failure.step == .swap)
            #expect(failure.message.contains("not permitted"), "\(failure)")
            #expect(try machine.tree("snake").text("index.html") == "1")
            #expect(try machine.tree("chess").text("index.html") == "2")
            #expect(await machine.sync().exit == .done)
            #expect(try machine.tree("snake").text("index.html") == "2")
            #expect(try machine.names("tmp") == [])
        }
    }

    @Test("mounted at a game's place is never replaced, followed or emptied")
    func mountPoint() async throws {
        try await run { machine, _ in
            try machine.site.publish([try await machine.site.pack("snake", "1", ["index.html": "1"])])
            #expect(await machine.sync().exit == .done)
            let place = "\(machine.games)/snake"
            try Site.shell("mount -t tmpfs none '\(place)'; echo mine >'\(place)/mine'")
            defer { _ = try? Site.shell("umount '\(place)'") }
            try machine.site.publish([try await machine.site.pack("snake", "2", ["index.html": "2"])])
            let report = await machine.sync()
            #expect(report.exit == .someFailed)
            let failure = try #require(report.games.first?.error)
            #expect(failure.message.contains("a mount point"), "\(failure)")
            #expect(failure.message.contains("unmount it"), "\(failure)")
            #expect(try Tree(place).paths == ["mine"])
            try Site.shell("umount '\(place)'")
            #expect(await machine.sync().exit == .done)
            #expect(try machine.tree("snake").text("index.html") == "2")
        }
    }

    @Test("of a kiosk whose browser holds the old version open is updated, and the browser reads on")
    func heldOpen() async throws {
        try await run { machine, _ in
            machine.config.sync.keepVersions = 1
            try machine.site.publish([try await machine.site.pack("snake", "1", ["index.html": "old", "a/b": "old"])])
            #expect(await machine.sync().exit == .done)
            let reader = try ChildProcess([
                "sh", "-c",
                "cd '\(machine.games)/snake/a'; exec 3<b; echo ready; read line; cat <&3; echo; cat b 2>&1; echo; pwd",
            ])
            #expect(await reader.line() == "ready")
            try machine.site.publish([try await machine.site.pack("snake", "2", ["index.html": "new"])])
            #expect(await machine.sync().exit == .done)
            #expect(try machine.tree("snake").paths == ["index.html"])
            reader.send("go")
            // What was open stays readable to the last byte.
            #expect(await reader.line() == "old")
            #expect(try machine.names("tmp") == [])
        }
    }
}
