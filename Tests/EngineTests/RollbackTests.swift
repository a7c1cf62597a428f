import FoundationEssentials
import Glibc
import SyncCore
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@Suite("A rollback") struct RollbackTests {
    /// Installs these versions of `snake`, one after the other; the files of each are told apart by their content.
    static func install(_ machine: Machine, _ versions: [String]) async throws {
        for version in versions {
            let text = "version \(version)"
            let files = ["index.html": text, "js/deep/last.js": text, "js/only-\(version)": ""]
            try machine.site.publish([try await machine.site.pack("snake", version, files)])
            #expect(await machine.sync().exit == .done)
        }
    }

    static func expect(_ tree: Tree, is version: String, _ moment: String = "") {
        #expect(tree.paths == ["index.html", "js", "js/deep", "js/deep/last.js", "js/only-\(version)"], "\(moment)")
        #expect(tree.text("index.html") == "version \(version)", "\(moment)")
        #expect(tree.text("js/deep/last.js") == "version \(version)", "\(moment)")
    }

    @Test("puts the version before in place, keeps the one that was installed, and no sync undoes it")
    func toAndFro() async throws {
        try await Machine.run { machine in
            machine.config.sync.durability = .full
            try await Self.install(machine, ["1", "2"])
            let first = try await machine.ending("rollback", "snake")
            #expect(first.status == 0)
            #expect(
                first.out.hasPrefix("updated     snake 2 -> 1: rolled back, and paused until resumed\n1 updated in "))
            Self.expect(try machine.tree("snake"), is: "1")
            #expect(try machine.names("versions/snake") == ["2"])
            Self.expect(try Tree("\(machine.root)/versions/snake/2"), is: "2")
            let status = try await machine.status("snake")
            #expect(status.state == .paused)
            #expect(status.installed?.text == "1")
            #expect(status.versions.map(\.text) == ["1", "2"])

            #expect(await machine.sync().exit == .done)
            Self.expect(try machine.tree("snake"), is: "1")
            #expect(try machine.names("versions/snake") == ["2"])
            try machine.expectReceiptsFit()

            #expect(try await machine.ending("rollback", "snake").status == 0)
            Self.expect(try machine.tree("snake"), is: "2")
            #expect(try machine.names("versions/snake") == ["1"])
            #expect(try await machine.ending("resume", "snake").status == 0)
            #expect(await machine.sync().result == .noop)
            Self.expect(try machine.tree("snake"), is: "2")
            #expect(await machine.engine().verify().result == .ok)
            try machine.expectReceiptsFit()
        }
    }

    @Test("is ended by `resume` without a download: the wanted version is still here", arguments: [true, false])
    func backAgain(_ isWhole: Bool) async throws {
        try await Machine.run { machine in
            try await Self.install(machine, ["1", "2"])
            let whole = try machine.tree("snake")
            #expect(await machine.engine().rollback(try GameID("snake")).exit == .done)
            if !isWhole {
                try Site.shell("cd '\(machine.root)/versions/snake/2'; echo bad >index.html; echo bad >js/deep/last.js")
            }
            _ = try await machine.engine().resume([try GameID("snake")])
            let asked = try machine.server.requests.count { $0.path.hasSuffix(".zip") }
            let report = await machine.sync()
            #expect(report.exit == .done && report.count(.update) == 1)
            #expect((report.changes.first?.bytesDownloaded == 0) == isWhole)
            #expect((report.changes.first?.note == "from the version kept on this machine") == isWhole)
            #expect(try machine.server.requests.count { $0.path.hasSuffix(".zip") } == asked + (isWhole ? 0 : 1))
            #expect(try machine.tree("snake") == whole)
            #expect(try await machine.status("snake").state == .current)
            #expect(try machine.names("versions/snake") == ["1"])
            Self.expect(try Tree("\(machine.root)/versions/snake/1"), is: "1")
            #expect(try machine.names("tmp") == [])
            #expect(await machine.engine().verify().result == .ok)
            try machine.expectReceiptsFit()
        }
    }

    @Test("goes to any version that is kept, by its name, and the others stay kept")
    func byName() async throws {
        try await Machine.run { machine in
            machine.config.sync.keepVersions = 4
            try await Self.install(machine, ["1.0", "1.1", "1.2", "2.0"])
            let json = try await machine.ending("rollback", "snake", "--to", "1.1", "--json")
            #expect(json.status == 0)
            #expect(json.out.contains(#""action":"update","from":"2.0","to":"1.1","outcome":"done""#))
            Self.expect(try machine.tree("snake"), is: "1.1")
            #expect(try machine.names("versions/snake") == ["1.0", "1.2", "2.0"])

            let unknown = try await machine.ending("rollback", "snake", "--to", "v1.2")
            #expect(unknown.status == 2)
            #expect(unknown.err.contains("no version `v1.2` of `snake` is kept"))
            #expect(unknown.err.contains("Did you mean `1.2`? Kept: `2.0`, `1.2`, `1.0`"))
            // Asked for again, it is there already.
            #expect(try await machine.ending("rollback", "snake", "--to", "1.1").status == 0)
            Self.expect(try machine.tree("snake"), is: "1.1")
            #expect(try machine.names("versions/snake") == ["1.0", "1.2", "2.0"])

            // A sync of a resumed game goes to what is wanted, and only then are versions pruned.
            machine.config.sync.keepVersions = 2
            #expect(try await machine.ending("resume", "snake").status == 0)
            #expect(await machine.sync().count(.update) == 1)
            Self.expect(try machine.tree("snake"), is: "2.0")
            #expect(try machine.names("versions/snake") == ["1.1"])
            try machine.expectReceiptsFit()
        }
    }

    @Test("between two archives of the same version takes the one before")
    func republished() async throws {
        try await Machine.run { machine in
            for build in ["a", "b"] {
                let offer = try await machine.site.pack("snake", "1", ["x": build], build: build)
                try machine.site.publish([offer])
                #expect(await machine.sync().exit == .done)
            }
            let snake = try GameID("snake")
            for expected in ["a", "b", "a"] {
                #expect(await machine.engine().rollback(snake).exit == .done)
                #expect(try machine.tree("snake").text("x") == expected)
                #expect(try machine.names("versions/snake") == ["1"])
                try machine.expectReceiptsFit()
            }
        }
    }

    @Test("works though fewer versions are kept by now, and though the game's folder is gone")
    func lessKept() async throws {
        try await Machine.run { machine in
            try await Self.install(machine, ["1", "2"])
            machine.config.sync.keepVersions = 1
            let snake = try GameID("snake")
            #expect(await machine.engine().rollback(snake).exit == .done)
            Self.expect(try machine.tree("snake"), is: "1")
            #expect(await machine.engine().rollback(snake).exit == .done)
            Self.expect(try machine.tree("snake"), is: "2")

            try FileManager.default.removeItem(atPath: "\(machine.games)/snake")
            #expect(await machine.engine().rollback(snake).exit == .done)
            Self.expect(try machine.tree("snake"), is: "1")
            #expect(try machine.names("versions/snake") == [])
            #expect(try machine.names("tmp") == [])
            #expect(await machine.sync().exit == .done)
            Self.expect(try machine.tree("snake"), is: "1")
            try machine.expectReceiptsFit()
        }
    }

    @Test("refuses a kept version that is not as it was, names another one, and changes nothing")
    func damaged() async throws {
        try await Machine.run { machine in
            machine.config.sync.keepVersions = 3
            try await Self.install(machine, ["1", "2", "3"])
            let file = "\(machine.root)/versions/snake/2/js/deep/last.js"
            // The same size, so that only its content tells.
            try Data("version 9".utf8).write(to: URL(filePath: file))
            let ending = try await machine.ending("rollback", "snake")
            #expect(ending.status == 1)
            #expect(ending.err.contains("snake 3 -> 2: rollback: the kept version `2` is damaged"))
            #expect(ending.err.contains("`js/deep/last.js` has changed"))
            #expect(ending.err.contains("hint: Roll back to another one by `--to`; kept: `1`"))
            Self.expect(try machine.tree("snake"), is: "3")
            #expect(try await machine.status("snake").state == .current)
            #expect(try machine.names("versions/snake") == ["1", "2"])
            #expect(try await machine.ending("rollback", "snake", "--to", "1").status == 0)
            Self.expect(try machine.tree("snake"), is: "1")

            let receipt = try #require(
                try machine.names("receipts").first { name in
                    try String(
                        decoding: Data(contentsOf: URL(filePath: "\(machine.root)/receipts/\(name)")), as: UTF8.self
                    )
                    .contains(#""version":"3""#)
                })
            try FileManager.default.removeItem(atPath: "\(machine.root)/receipts/\(receipt)")
            let blind = try await machine.ending("rollback", "snake", "--to", "3")
            #expect(blind.status == 1)
            #expect(blind.err.contains("its receipt is missing"))
            Self.expect(try machine.tree("snake"), is: "1")
        }
    }

    @Test("does not keep an installed tree that is damaged")
    func damagedInstalled() async throws {
        try await Machine.run { machine in
            try await Self.install(machine, ["1", "2"])
            try FileManager.default.removeItem(atPath: "\(machine.games)/snake/index.html")
            #expect(await machine.engine().rollback(try GameID("snake")).exit == .done)
            Self.expect(try machine.tree("snake"), is: "1")
            #expect(try machine.names("versions/snake") == [])
            #expect(try machine.names("tmp") == [])
            try machine.expectReceiptsFit()
        }
    }

    @Test("says what to do where there is nothing to roll back, and leaves alone what is not a game's folder")
    func nothing() async throws {
        try await Machine.run { machine in
            try await Self.install(machine, ["1"])
            let unknown = try await machine.ending("rollback", "chess")
            #expect(unknown.status == 1)
            #expect(unknown.err.contains("chess: rollback: it is not installed"))
            #expect(unknown.err.contains("hint: "))
            let alone = try await machine.ending("rollback", "snake")
            #expect(alone.status == 1)
            #expect(alone.err.contains("no earlier version of it is kept"))
            #expect(alone.err.contains("`sync.keep_versions` is 2"))

            try await Self.install(machine, ["2"])
            let folder = "\(machine.games)/snake"
            try Site.shell("mv '\(folder)' '\(folder).away'; ln -s '\(folder).away' '\(folder)'")
            let linked = try await machine.ending("rollback", "snake")
            #expect(linked.status == 1)
            #expect(linked.err.contains("its folder is now a symbolic link"))
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder) == "\(folder).away")
            #expect(try machine.names("versions/snake") == ["1"])
            #expect(try await machine.ending("remove", "snake").status == 1)
        }
    }

    @Test("that is asked to stop while it checks the kept version changes nothing")
    func stops() async throws {
        try await Machine.run { machine in
            try await Self.install(machine, ["1", "2"])
            // A file of terabytes that takes no room, and receipts that say so.
            try Site.shell(
                """
                truncate -s 4T '\(machine.root)/versions/snake/1/index.html'
                sed -i 's/"index.html","size":9,/"index.html","size":4398046511104,/' '\(machine.root)'/receipts/*
                """)
            let program = try machine.program(["rollback", "snake"])
            try await eventually { try await machine.engine().status().agent.verb == "rollback" }
            let start = ContinuousClock.now
            program.signal(SIGTERM)
            let ending = try await program.ending()
            #expect(ending.status == 10)
            #expect(ContinuousClock.now - start < .seconds(6))
            #expect(ending.err.contains("interrupted"))
            Self.expect(try machine.tree("snake"), is: "2")
            #expect(try machine.names("versions/snake") == ["1"])
        }
    }

    @Test("finds a kept version gone, and says so")
    func gone() async throws {
        try await Machine.run { machine in
            try await Self.install(machine, ["1", "2"])
            try FileManager.default.removeItem(atPath: "\(machine.root)/versions/snake/1")
            let ending = try await machine.ending("rollback", "snake")
            #expect(ending.status == 1)
            #expect(ending.err.contains("the kept version `1` is damaged: its folder is missing"))
            Self.expect(try machine.tree("snake"), is: "2")
        }
    }

    @Test("is seen by readers as one whole version or the other, at every moment of fifty of them")
    func readers() async throws {
        try await Machine.run { machine in
            for version in ["1", "2"] {
                let text = "version \(version)"
                let files = ["index.html": text, "js/deep/last.js": text]
                try machine.site.publish([try await machine.site.pack("snake", version, files)])
                #expect(await machine.sync().exit == .done)
            }
            let reader = ReaderTests.Reader("\(machine.games)/snake")
            reader.start()
            let snake = try GameID("snake")
            for _ in 0..<50 { #expect(await machine.engine().rollback(snake).count(.update) == 1) }
            let sight = await reader.end()
            #expect(sight.problems == [])
            #expect(sight.versions == ["version 1", "version 2"], "it looked \(sight.rounds) times")
            #expect(try machine.tree("snake").text("index.html") == "version 2")
            try machine.expectReceiptsFit()
        }
    }
}
