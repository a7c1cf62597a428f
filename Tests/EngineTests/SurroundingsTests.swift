import FoundationEssentials
import Glibc
import SyncCore
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@Suite("Where it runs") struct SurroundingsTests {
    @Test("games may lie elsewhere, and everything that is renamed lies with them")
    func gamesElsewhere() async throws {
        try await Machine.run { machine in
            let elsewhere = "\(machine.folder.path)/www/htdocs"
            machine.config.gamesDirectory = elsewhere
            let old = try await machine.site.pack("snake", "1", ["x": "1"])
            try machine.site.publish([old])
            #expect(await machine.sync().exit == .done)
            let new = try await machine.site.pack("snake", "2", ["x": "2"])
            try machine.site.publish([new])
            #expect(await machine.sync().exit == .done)
            #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere).sorted() == [".assetsync", "snake"])
            #expect(try machine.tree("snake") == (try await machine.unzipped(new)))
            #expect(try Tree("\(elsewhere)/.assetsync/versions/snake/1") == (try await machine.unzipped(old)))
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: machine.root).filter { !$0.hasPrefix("state.") }
                    == ["lock"])
            let status = try await machine.engine().status()
            #expect(status.untracked == [])
            try machine.expectReceiptsFit()
            try Site.shell("rm '\(machine.root)'/state.sqlite3*")
            #expect(await machine.sync().changes == [])
        }
    }

    @Test("root and games folder may be links")
    func links() async throws {
        try await Machine.run { machine in
            let path = machine.folder.path
            try Site.shell(
                "mkdir -p '\(path)/disk/root' '\(path)/disk/games'; ln -s disk/root '\(path)/root'; ln -s disk/games '\(path)/games'"
            )
            machine.config.gamesDirectory = "\(path)/games"
            for version in ["1", "2"] {
                try machine.site.publish([try await machine.site.pack("snake", version, ["x": version])])
                #expect(await machine.sync().exit == .done)
                #expect(try Tree("\(path)/disk/games/snake").text("x") == version)
            }
            #expect(try machine.names("versions/snake") == ["1"])
        }
    }

    /// Runs `body` as an ordinary user who owns the scratch folder; by the root user as `nobody`.
    static func asOrdinaryUser(_ body: (inout Machine, [String]) async throws -> Void) async throws {
        try await Machine.run { machine in
            guard geteuid() == 0 else { return try await body(&machine, []) }
            // A home that others may not enter hides the program and its libraries from them.
            let prefix = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
            try Site.shell("chmod 755 '\(machine.folder.path)'; chown 65534:65534 '\(machine.folder.path)'")
            guard try await machine.ending(["--version"], prefix: prefix).status == 0 else {
                print("skipped: an ordinary user cannot run \(try Program.path)")
                return
            }
            try await body(&machine, prefix)
        }
    }

    @Test("read-only files and folders are replaced and removed by an ordinary user")
    func readOnlyTree() async throws {
        try await Self.asOrdinaryUser { machine, user in
            machine.config.sync.keepVersions = 1
            let script = """
                mkdir -p locked/deep; echo VERSION >locked/deep/x; echo VERSION >version; chmod 444 version locked/deep/x
                chmod 555 locked/deep locked
                """
            for version in ["1", "2", "3"] {
                let text = script.replacing("VERSION", with: version)
                let offer = try await machine.site.pack("snake", version, script: text)
                try machine.site.publish([offer])
                let ending = try await machine.ending(["sync"], prefix: user)
                #expect(ending.status == 0, "\(ending.err)")
                #expect(try machine.tree("snake") == (try await machine.unzipped(offer)))
                #expect(try machine.names("tmp") == [])
                // An operator may have locked the whole tree, too.
                try Site.shell("chmod -R a-w '\(machine.games)/snake'")
            }
            try machine.site.publish([try await machine.site.pack("chess", "1", ["x": "1"])])
            let ending = try await machine.ending(["sync", "--allow-mass-delete"], prefix: user)
            #expect(ending.status == 0, "\(ending.err)")
            #expect(try Tree(machine.games).paths == ["chess", "chess/x"])
            #expect(try machine.names("tmp") == [])
            #expect(try machine.names("versions") == [])
        }
    }

    @Test("a locked tree is kept for rollback like any other")
    func readOnlyKept() async throws {
        try await Self.asOrdinaryUser { machine, user in
            for version in ["1", "2", "3"] {
                try machine.site.publish([try await machine.site.pack("snake", version, ["a/x": version])])
                let ending = try await machine.ending(["sync"], prefix: user)
                #expect(ending.status == 0, "\(ending.err)")
                try Site.shell("chmod -R a-w '\(machine.games)/snake'")
            }
            #expect(try machine.names("versions/snake") == ["2"])
            #expect(try Tree("\(machine.root)/versions/snake/2").text("a/x") == "2")
            #expect(try machine.names("tmp") == [])
            try machine.expectReceiptsFit()
        }
    }

    @Test("a games folder that may not be written ends with 9, before anything is downloaded")
    func gamesNotWritable() async throws {
        try await Self.asOrdinaryUser { machine, user in
            try machine.site.publish([try await machine.site.pack("snake", "1", ["x": "1"])])
            #expect(try await machine.ending(["sync"], prefix: user).status == 0)
            try machine.site.publish([try await machine.site.pack("snake", "2", ["x": "2"])])
            try Site.shell("chmod 555 '\(machine.games)'")
            let ending = try await machine.ending(["sync"], prefix: user)
            #expect(ending.status == 9)
            #expect(ending.err.contains("games folder `\(machine.games)` is not writable"))
            #expect(ending.err.contains("hint: "))
            #expect(try machine.tree("snake").text("x") == "1")
            #expect(try machine.server.requests.count { $0.path == "/snake-2.zip" } == 0)
            try Site.shell("chmod 755 '\(machine.games)'")
            #expect(try await machine.ending(["sync"], prefix: user).status == 0)
            #expect(try machine.tree("snake").text("x") == "2")
        }
    }

    @Test("a games folder that cannot be made ends with 9")
    func gamesNotMade() async throws {
        try await Self.asOrdinaryUser { machine, user in
            try Site.shell("mkdir '\(machine.folder.path)/locked'; chmod 555 '\(machine.folder.path)/locked'")
            machine.config.gamesDirectory = "\(machine.folder.path)/locked/games"
            try machine.site.publish([try await machine.site.pack("snake", "1", ["x": "1"])])
            // The root user may write everywhere; then there is nothing to see.
            let ending = try await machine.ending(["sync"], prefix: user)
            #expect(ending.status == 9)
            #expect(ending.err.contains("hint: "))
        }
    }

    @Test("a root that may not be written ends with 11, names it, and changes nothing")
    func rootNotWritable() async throws {
        try await Self.asOrdinaryUser { machine, user in
            try machine.site.publish([try await machine.site.pack("snake", "1", ["x": "1"])])
            try Site.shell("mkdir '\(machine.root)'; chmod 555 '\(machine.root)'")
            let ending = try await machine.ending(["sync"], prefix: user)
            #expect(ending.status == 11)
            #expect(ending.err.contains(machine.root))
            #expect(ending.err.contains("hint: "))
            #expect(try machine.names("") == [])
        }
    }

    @Test("a state that may only be read is shown by `status`, and a run ends with 11 before anything is downloaded")
    func stateReadOnly() async throws {
        try await Self.asOrdinaryUser { machine, user in
            try machine.site.publish([try await machine.site.pack("snake", "1", ["x": "1"])])
            #expect(try await machine.ending(["sync"], prefix: user).status == 0)
            try machine.site.publish([try await machine.site.pack("snake", "2", ["x": "2"])])
            try Site.shell("chmod 444 '\(machine.root)'/state.sqlite3*")
            let status = try await machine.ending(["status"], prefix: user)
            #expect(status.status == 0)
            #expect(status.out.contains("snake"))
            let plan = try await machine.ending(["plan"], prefix: user)
            #expect(plan.status == 0)
            #expect(plan.out.contains("snake 1"))
            // Not even a file beside it may be made.
            try Site.shell("chmod 555 '\(machine.root)'")
            #expect(try await machine.ending(["status"], prefix: user).out.contains("snake"))
            try Site.shell("chmod 755 '\(machine.root)'")
            let ending = try await machine.ending(["sync"], prefix: user)
            #expect(ending.status == 11)
            #expect(ending.err.contains("state.sqlite3"))
            #expect(try machine.tree("snake").text("x") == "1")
            #expect(try machine.server.requests.count { $0.path == "/snake-2.zip" } == 0)
            try Site.shell("chmod 644 '\(machine.root)'/state.sqlite3*")
            #expect(try await machine.ending(["sync"], prefix: user).status == 0)
            #expect(try machine.tree("snake").text("x") == "2")
        }
    }

    @Test("another user may look at the status when the operator lets them, and one who may not is told so")
    func otherUser() async throws {
        try await Machine.run { machine in
            guard geteuid() == 0 else { return print("skipped: needs two users") }
            let nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
            try Site.shell("chmod 755 '\(machine.folder.path)'")
            guard try await machine.ending(["--version"], prefix: nobody).status == 0 else {
                return print("skipped: an ordinary user cannot run \(try Program.path)")
            }
            try machine.site.publish([try await machine.site.pack("snake", "1", ["x": "1"])])
            #expect(try await machine.ending(["sync"], umask: "000").status == 0)
            // The manifest in the state may have secrets in its URLs.
            let stranger = try await machine.ending(["status"], prefix: nobody)
            #expect(stranger.status == 11)
            #expect(stranger.err.contains("state.sqlite3"))
            #expect(stranger.err.contains("hint: "))
            try Site.shell("chmod o+r '\(machine.root)'/state.sqlite3*")
            let status = try await machine.ending(["status", "--json"], prefix: nobody)
            #expect(status.status == 0)
            #expect(status.out.contains(#""state":"current""#))

            try Site.shell("chmod 700 '\(machine.root)'")
            let blind = try await machine.ending(["status"], prefix: nobody)
            #expect(blind.status == 11)
            #expect(blind.err.contains(machine.root))
        }
    }

    @Test("a games folder on another file system than the root is an error that says what to set")
    func otherFileSystem() async throws {
        try await Machine.run { machine in
            let elsewhere = "/dev/shm/assetsync-test-\(UInt64.random(in: 0...UInt64.max))"
            defer { _ = try? Site.shell("rm -rf '\(elsewhere)'") }  // Clean-up.
            guard
                (try? Site.shell("mkdir '\(elsewhere)'; test $(stat -c %d '\(elsewhere)') != $(stat -c %d /tmp)"))
                    != nil
            else { return print("skipped: needs /dev/shm on another file system") }
            try machine.site.publish([try await machine.site.pack("snake", "1", ["x": "1"])])
            try Site.shell("mkdir '\(machine.root)'; ln -s '\(elsewhere)' '\(machine.root)/games'")
            let report = await machine.sync()
            #expect(report.exit == .config)
            #expect(report.error?.summary.contains("different file systems") == true)
            #expect(report.error?.hint?.contains("games_dir") == true)

            machine.config.gamesDirectory = elsewhere
            #expect(await machine.sync().exit == .done)
            #expect(try Tree("\(elsewhere)/snake").text("x") == "1")
        }
    }
}
