import FoundationEssentials
import Glibc
import SyncCore
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@Suite("What is not ours") struct PlaceTests {
    @Test("a folder that was never installed is reported and kept")
    func untracked() async throws {
        try await Machine.run { machine in
            try machine.site.publish([try await machine.site.pack("snake", "1", ["x": "1"])])
            try Site.shell(
                "mkdir -p '\(machine.games)/my photos'; echo mine >'\(machine.games)/my photos/1'; echo note >'\(machine.games)/note'"
            )
            for _ in 0..<3 {
                let report = await machine.sync()
                #expect(report.exit == .done)
                #expect(report.untracked == ["my photos", "note"])
                #expect(try machine.tree("my photos").text("1") == "mine\n")
            }
            #expect(try await machine.engine().status().untracked == ["my photos", "note"])
            #expect(try await machine.ending("sync").out.contains("my photos"))
        }
    }

    @Test("an untracked folder is reported too where a game was removed")
    func untrackedBesideRemoved() async throws {
        try await Machine.run { machine in
            let offers = [
                try await machine.site.pack("snake", "1", ["x": "1"]),
                try await machine.site.pack("chess", "1", ["x": "1"]),
            ]
            try machine.site.publish(offers)
            #expect(await machine.sync().exit == .done)
            _ = try await machine.engine().remove([try GameID("chess")])
            #expect(await machine.sync().exit == .done)
            try Site.shell("mkdir '\(machine.games)/mine'")
            #expect(await machine.sync().untracked == ["mine"])
        }
    }

    @Test("untracked folders go when the configuration says so, but never what is no folder")
    func deleteUntracked() async throws {
        try await Machine.run { machine in
            machine.config.sync.deleteUntracked = true
            try machine.site.publish([try await machine.site.pack("snake", "1", ["x": "1"])])
            try Site.shell(
                """
                mkdir -p '\(machine.games)/stray/deep' '\(machine.games)/snake' '\(machine.folder.path)/target'
                echo other >'\(machine.games)/snake/other'; echo keep >'\(machine.folder.path)/target/keep'
                ln -s ../../target '\(machine.games)/link'; ln -s ../../../target '\(machine.games)/stray/deep/link'
                mkdir "\(machine.games)/$(printf 'bad\\377name')"; chmod 555 '\(machine.games)/stray/deep'
                """)
            let report = await machine.sync()
            #expect(report.exit == .done)
            #expect(try machine.tree("stray").isEmpty)
            #expect(try machine.tree("snake").paths == ["x"])
            #expect(try Tree("\(machine.folder.path)/target").text("keep") == "keep\n")
            #expect(
                try FileManager.default.destinationOfSymbolicLink(atPath: "\(machine.games)/link") == "../../target")
            #expect(await machine.sync().exit == .done)
            try Site.shell("rmdir \"\(machine.games)/$(printf 'bad\\377name')\"")
        }
    }

    /// What may stand at a wanted game's place.
    enum Thing: CaseIterable {
        case folder, file, link, danglingLink, pipe

        func make(_ path: String) throws {
            switch self {
            case .folder: try Site.shell("mkdir -p '\(path)'; echo mine >'\(path)/mine'")
            case .file: try Site.shell("echo mine >'\(path)'")
            case .link:
                try Site.shell(
                    "mkdir -p '\(path).target'; echo mine >'\(path).target/mine'; ln -s '\(path).target' '\(path)'")
            case .danglingLink: try Site.shell("ln -s /nowhere '\(path)'")
            case .pipe: try Site.shell("mkfifo '\(path)'")
            }
        }
    }

    @Test("whatever stands at a new game's place fails that game alone and stays", arguments: Thing.allCases)
    func occupied(_ thing: Thing) async throws {
        try await Machine.run { machine in
            let snake = try await machine.site.pack("snake", "1", ["x": "1"])
            try machine.site.publish([snake, try await machine.site.pack("chess", "1", ["x": "1"])])
            try Site.shell("mkdir -p '\(machine.games)'")
            try thing.make("\(machine.games)/snake")
            let before = try Site.shell("find '\(machine.games)' -name 'snake*' -printf '%p %y %i %l\\n' | sort")

            let report = await machine.sync()
            #expect(report.exit == .someFailed)
            let failed = try #require(report.games.first { $0.id == "snake" })
            #expect(failed.outcome == .failed)
            #expect(failed.error?.message.contains("Move it away") == true)
            #expect(try machine.tree("chess").paths == ["x"])
            #expect(try Site.shell("find '\(machine.games)' -name 'snake*' -printf '%p %y %i %l\\n' | sort") == before)
            #expect(try machine.server.requests.count { $0.path == "/snake-1.zip" } == 0)
            #expect(try await machine.status("snake").state == .failed)

            try Site.shell("rm -r '\(machine.games)/snake'")
            #expect(await machine.sync().exit == .done)
            #expect(try machine.tree("snake") == (try await machine.unzipped(snake)))
        }
    }

    @Test(
        "an installed game whose folder was replaced is never followed or removed through",
        arguments: Thing.allCases.filter { $0 != .folder })
    func replaced(_ thing: Thing) async throws {
        try await Machine.run { machine in
            let site = machine.site
            let chess = try await site.pack("chess", "1", ["x": "1"])
            try site.publish([chess, try await site.pack("snake", "1", ["x": "1"])])
            #expect(await machine.sync().exit == .done)
            let path = "\(machine.games)/snake"
            try Site.shell("mv '\(path)' '\(machine.folder.path)/moved'")
            try thing.make(path)
            let before = try Site.shell("find '\(machine.games)' -path '*snake*' -printf '%p %y %i %l\\n' | sort")

            func expectUntouched(_ report: RunReport, _ words: String) throws {
                #expect(report.exit == .someFailed, "\(words)")
                #expect(report.games.first { $0.id == "snake" }?.outcome == .failed, "\(words)")
                #expect(
                    try Site.shell("find '\(machine.games)' -path '*snake*' -printf '%p %y %i %l\\n' | sort") == before,
                    "\(words)")
            }
            try expectUntouched(await machine.sync(SyncOptions(force: true)), "forced")
            let snake = try await site.pack("snake", "2", ["x": "2"])
            try site.publish([chess, snake])
            try expectUntouched(await machine.sync(), "updated")
            #expect(try await machine.status("snake").state == .failed)
            try site.publish([chess])
            try expectUntouched(await machine.sync(), "withdrawn")
            try expectUntouched(try await machine.engine().remove([try GameID("snake")]), "removed")
            _ = try await machine.engine().resume([try GameID("snake")])

            try Site.shell("rm -f '\(path)'")
            try site.publish([chess, snake])
            #expect(await machine.sync().exit == .done)
            #expect(try machine.tree("snake") == (try await machine.unzipped(snake)))
            if thing == .link { #expect(try Tree("\(path).target").text("mine") == "mine\n") }
        }
    }

    @Test("what somebody put into `versions`, `receipts` and `tmp` stops no run")
    func strangeFiles() async throws {
        try await Machine.run { machine in
            let root = machine.root
            try machine.site.publish([try await machine.site.pack("snake", "1", ["x": "1"])])
            #expect(await machine.sync().exit == .done)
            try Site.shell(
                """
                mkdir -p '\(root)/versions/snake/0.9' '\(root)/versions/other' '\(root)/tmp/mine/deep'
                echo x >'\(root)/versions/file'; echo x >'\(root)/tmp/mine/deep/x'; ln -s /etc '\(root)/tmp/link'
                echo x >'\(root)/receipts/snake.json'; echo '{}' >'\(root)/receipts/zebra.0123456789ab.json'
                mkdir '\(root)/receipts/folder'; mkdir "\(root)/tmp/$(printf 'bad\\377name')"
                chmod 555 '\(root)/tmp/mine/deep'
                """)
            try machine.site.publish([try await machine.site.pack("snake", "2", ["x": "2"])])
            #expect(await machine.sync().exit == .done)
            #expect(try machine.tree("snake").text("x") == "2")
            #expect(try machine.names("tmp").filter { !$0.hasPrefix("bad") } == [])
            try Site.shell("rm '\(root)'/state.sqlite3*")
            #expect(await machine.sync().exit == .done)
            #expect(try machine.server.requests.count { $0.path == "/snake-2.zip" } == 1)
        }
    }
}
