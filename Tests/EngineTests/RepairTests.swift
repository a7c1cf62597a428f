import FoundationEssentials
import Glibc
import SyncCore
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@Suite("A repair") struct RepairTests {
    /// Zips that the server was asked for.
    static func downloads(_ machine: Machine) throws -> Int {
        try machine.server.requests.count { $0.path.hasSuffix(".zip") }
    }

    /// `snake` in two versions that share files, the first of them kept.
    static func install(_ machine: Machine) async throws -> SiteOffer {
        var last: SiteOffer?
        for version in ["1", "2"] {
            let script = """
                mkdir -p js/deep; echo \(version) >version; echo common >js/common.js; echo common too >js/deep/common
                ln -s ../common.js js/deep/link; : >empty; chmod 755 version; chmod 555 js/deep
                """
            let offer = try await machine.site.pack("snake", version, script: script)
            try machine.site.publish([offer])
            #expect(await machine.sync().exit == .done)
            last = offer
        }
        return try #require(last)
    }

    static let verbs = [["sync"], ["verify", "--repair"]]

    @Test("takes what is missing from a kept version, without the network", arguments: verbs)
    func fromKept(_ words: [String]) async throws {
        try await Machine.run { machine in
            let offer = try await Self.install(machine)
            let whole = try machine.tree("snake")
            try Site.shell(
                "cd '\(machine.games)/snake'; rm js/common.js; printf 'common bad' >js/deep/common; touch extra")
            #expect(await machine.engine().verify().exit == .damaged)
            let asked = try Self.downloads(machine)
            let ending = try await machine.ending(words + ["--json"])
            #expect(ending.status == 0)
            #expect(ending.out.contains(#""bytes_downloaded":0"#))
            if words == ["sync"] {
                #expect(ending.out.contains(#""action":"reinstall","from":"2","to":"2","outcome":"done""#))
                #expect(ending.out.contains(#""bytes_saved":\#(offer.size ?? -1)"#))
            } else {
                #expect(ending.out.contains(#""state":"repaired""#))
                #expect(ending.out.contains(#"{"path":"js/common.js","kind":"missing","detail":null}"#))
            }
            #expect(try Self.downloads(machine) == asked)
            #expect(try machine.tree("snake") == whole)
            #expect(try machine.tree("snake") == (try await machine.unzipped(offer)))
            #expect(try await machine.status("snake").state == .current)
            // The damaged tree is no version to roll back to.
            #expect(try machine.names("versions/snake") == ["1"])
            #expect(try machine.names("tmp") == [])
            #expect(await machine.engine().verify().result == .ok)
            try machine.expectReceiptsFit()
        }
    }

    @Test("finds files of another name in other games, and passes over those that are damaged there")
    func fromOthers() async throws {
        try await Machine.run { machine in
            let snake = try await machine.site.pack("snake", "1", ["a": "the same bytes", "own": "snake"])
            let chess = try await machine.site.pack("chess", "1", ["b": "the same bytes", "own": "chess"])
            let go = try await machine.site.pack("go", "1", ["deep/c": "the same bytes", "own": "go"])
            try machine.site.publish([snake, chess, go])
            #expect(await machine.sync().exit == .done)
            try Data("not the bytes!".utf8).write(to: URL(filePath: "\(machine.games)/chess/b"))
            try FileManager.default.removeItem(atPath: "\(machine.games)/snake/a")
            let asked = try Self.downloads(machine)
            #expect(try await machine.ending("verify", "snake", "--repair").status == 0)
            #expect(try machine.tree("snake") == (try await machine.unzipped(snake)))
            #expect(try Self.downloads(machine) == asked)
            #expect(await machine.engine().verify().games.map(\.state) == [.damaged, .ok, .ok])
        }
    }

    @Test("downloads the archive when a file is nowhere on the machine", arguments: verbs)
    func fromArchive(_ words: [String]) async throws {
        try await Machine.run { machine in
            let offer = try await Self.install(machine)
            try FileManager.default.removeItem(atPath: "\(machine.games)/snake/version")
            #expect(await machine.engine().verify().exit == .damaged)
            let asked = try Self.downloads(machine)
            #expect(try await machine.ending(words).status == 0)
            try await eventually { try Self.downloads(machine) == asked + 1 }
            #expect(try machine.tree("snake") == (try await machine.unzipped(offer)))
            #expect(try machine.names("versions/snake") == ["1"])
            #expect(try machine.names("tmp") == [])
            try machine.expectReceiptsFit()
        }
    }

    @Test("by `verify` never changes the version: what only another one could mend is left, and said")
    func otherVersion() async throws {
        try await Machine.run { machine in
            _ = try await Self.install(machine)
            try FileManager.default.removeItem(atPath: "\(machine.games)/snake/version")
            let three = try await machine.site.pack("snake", "3", ["version": "3"])
            try machine.site.publish([three])
            let damaged = try machine.tree("snake")
            let ending = try await machine.ending("verify", "--repair")
            #expect(ending.status == 4)
            #expect(ending.err.contains("it cannot be repaired here: some file is nowhere on this machine"))
            #expect(ending.err.contains("the manifest offers version `3`"))
            #expect(ending.err.contains("hint: `assetsync sync` updates it"))
            #expect(try machine.tree("snake") == damaged)
            try machine.site.publish([try await machine.site.pack("chess", "1", ["x": "1"])])
            #expect(try await machine.ending("verify", "--repair").err.contains("does not list the game any more"))

            try machine.site.publish([three])
            #expect(await machine.sync().exit == .done)
            #expect(try machine.tree("snake").text("version") == "3")
            // What was damaged is not kept.
            #expect(try machine.names("versions/snake") == ["1"])
        }
    }

    @Test("without the network does what can be done, and names what cannot")
    func noNetwork() async throws {
        try await Machine.run { machine in
            let snake = try await machine.site.pack("snake", "1", ["a": "one", "b": "two"])
            let chess = try await machine.site.pack("chess", "1", ["a": "one", "c": "three"])
            try machine.site.publish([snake, chess])
            #expect(await machine.sync().exit == .done)
            try Site.shell("rm '\(machine.games)/snake/a' '\(machine.games)/chess/c'")
            machine.config.manifest = try SafeURL("http://127.0.0.1:1/manifest.json")
            let ending = try await machine.ending("verify", "--repair")
            #expect(ending.status == 5)
            #expect(ending.err.contains("chess 1: 1 missing; cannot fetch the manifest"))
            #expect(ending.out.contains("repaired    snake 1: 1 missing"))
            #expect(try machine.tree("snake") == (try await machine.unzipped(snake)))
            #expect(try machine.tree("chess").paths == ["a"])
        }
    }

    @Test("with a receipt that describes no tree downloads the archive", arguments: ["..", "js", "no/folder"])
    func strangeReceipt(_ path: String) async throws {
        try await Machine.run { machine in
            let offer = try await Self.install(machine)
            try Site.shell(
                """
                cd '\(machine.root)/receipts'; receipt=$(grep -l '"version":"2"' snake.*)
                sed -i 's#"path":"empty"#"path":"\(path)"#' "$receipt"
                """)
            #expect(await machine.engine().verify().exit == .damaged)
            #expect(await machine.sync().count(.reinstall) == 1)
            #expect(try machine.tree("snake") == (try await machine.unzipped(offer)))
            #expect(await machine.engine().verify().exit == .done)
            try machine.expectReceiptsFit()
        }
    }

    @Test("mends a paused game when `verify` is asked to, and it stays paused")
    func paused() async throws {
        try await Machine.run { machine in
            let offer = try await Self.install(machine)
            #expect(await machine.engine().rollback(try GameID("snake")).exit == .done)
            let whole = try machine.tree("snake")
            try Site.shell("rm '\(machine.games)/snake/js/common.js'")
            #expect(await machine.engine().verify().exit == .damaged)
            let status = try await machine.status("snake")
            #expect(status.state == .paused)
            #expect(status.next == "1 file damaged; `assetsync verify --repair` repairs it")
            #expect(await machine.sync().exit == .done)
            #expect(try machine.tree("snake").text("js/common.js") == nil)
            #expect(try await machine.ending("verify", "--repair").status == 0)
            #expect(try machine.tree("snake") == whole)
            #expect(try await machine.status("snake").state == .paused)
            #expect(try machine.names("versions/snake") == ["2"])
            #expect(await machine.engine().rollback(try GameID("snake")).exit == .done)
            #expect(try machine.tree("snake") == (try await machine.unzipped(offer)))
        }
    }

    @Test("under the lock waits for nobody, and looks while others work")
    func busy() async throws {
        try await Machine.run { machine in
            try await withSlowGame(machine) { program, _ in
                let repair = try await machine.ending("verify", "--repair")
                #expect(repair.status == 8)
                #expect(repair.err.contains("`sync` (pid \(program.pid)"))
                #expect(try await machine.ending("verify").status == 0)
                let rollback = try await machine.ending("rollback", "snake")
                #expect(rollback.status == 8)
                program.signal(SIGTERM)
                #expect(try await program.ending().status == 10)
            }
        }
    }

    @Test(
        "that is killed between any two steps leaves the game as it was or whole, and is finished later",
        arguments: RollbackCrashTests.kinds, verbs)
    func everyStep(_ kinds: ([String], stride: Int), _ words: [String]) async throws {
        try await Machine.run { machine in
            machine.config.sync.durability = kinds.0.contains("flush") ? .full : .fast
            let offer = try await Self.install(machine)
            let whole = try await machine.unzipped(offer)
            let shim = try await FaultShim(in: machine.folder)
            let asked = try Self.downloads(machine)
            var number = 1
            var kills = 0
            while true {
                let moment = "\(words) before step \(number) of \(kinds.0.joined(separator: "/"))"
                try Site.shell(
                    "cd '\(machine.games)/snake'; rm js/common.js; chmod 755 js/deep; echo x >>js/deep/common")
                let damaged = try machine.tree("snake")
                #expect(await machine.engine().verify().exit == .damaged)
                let fault = shim.environment(.init(kinds: kinds.0, number: number), .kill)
                let status = try await machine.ending(words, environment: fault).status
                let tree = try machine.tree("snake")
                #expect(tree == damaged || tree == whole, "\(moment)")
                let state = try await machine.status("snake").state
                #expect(state == (tree == whole ? .current : .damaged), "\(moment)")

                let next = number % 2 == 0 ? ["sync"] : ["verify", "--repair"]
                let ending = try await machine.ending(next)
                #expect(ending.status == 0, "\(moment): \(ending.err)")
                #expect(try machine.tree("snake") == whole, "\(moment)")
                #expect(try machine.names("versions/snake") == ["1"], "\(moment)")
                #expect(try machine.names("tmp") == [], "\(moment)")
                try machine.expectReceiptsFit()
                guard status == -SIGKILL else { break }
                kills += 1
                number += kinds.stride
            }
            #expect(kills >= 2)
            #expect(try Self.downloads(machine) == asked)
        }
    }

    @Test("for which there is no room, or whose disk fails, leaves the old tree", arguments: [ENOSPC, EIO], verbs)
    func faults(_ errno: Int32, _ words: [String]) async throws {
        try await Machine.run { machine in
            let offer = try await Self.install(machine)
            try Site.shell("rm '\(machine.games)/snake/js/common.js'")
            let damaged = try machine.tree("snake")
            #expect(await machine.engine().verify().exit == .damaged)
            let shim = try await FaultShim(in: machine.folder)
            for kinds in [["write"], ["make"]] {
                let steps = FaultShim.Steps(kinds: kinds, paths: ["js/common.js"])
                let ending = try await machine.ending(words, environment: shim.environment(steps, .fail(errno)))
                #expect(ending.status == (errno == ENOSPC ? 7 : 1), "\(kinds) \(ending.err)")
                #expect(ending.err.contains("snake 2"))
                #expect(ending.err.contains("hint: "))
                #expect(try machine.tree("snake") == damaged)
                #expect(try machine.names("tmp") == [])
                #expect(try machine.names("versions/snake") == ["1"])
                try machine.expectReceiptsFit()
            }
            #expect(try await machine.ending(words).status == 0)
            #expect(try machine.tree("snake") == (try await machine.unzipped(offer)))
        }
    }
}
