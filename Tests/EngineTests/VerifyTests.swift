import FoundationEssentials
import Glibc
import SyncCore
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@Suite("Verify") struct VerifyTests {
    static let files = [
        "index.html": "hello", "js/a.js": "aaaa", "js/b.js": "bbbb", "deep/er/x": "x", "deep/er/y": "y", "empty": "",
    ]

    static func install(_ machine: Machine) async throws {
        let script = """
            mkdir -p js deep/er; printf hello >index.html; printf aaaa >js/a.js; printf bbbb >js/b.js
            printf x >deep/er/x; printf y >deep/er/y; : >empty; ln -s js/a.js link; chmod 755 js/b.js
            """
        let chess = try await machine.site.pack("chess", "1", ["x": "1"])
        try machine.site.publish([chess, try await machine.site.pack("snake", "1", script: script)])
        #expect(await machine.sync().exit == .done)
    }

    /// Something that is done to the game's folder, and what is then said of which path.
    struct Harm: CustomTestStringConvertible, Sendable {
        let script: String
        let problems: [String]
        var testDescription: String { script }
    }

    static let harms = [
        Harm(script: "rm index.html", problems: ["index.html missing"]),
        Harm(script: "printf hellO >index.html", problems: ["index.html changed"]),
        Harm(script: "printf more >>js/a.js", problems: ["js/a.js changed 8 bytes instead of 4"]),
        Harm(script: ": >deep/er/x", problems: ["deep/er/x changed 0 bytes instead of 1"]),
        Harm(script: "touch deep/new .hidden", problems: [".hidden extra", "deep/new extra"]),
        Harm(script: "mkdir -p js/more/below; touch js/more/x", problems: ["js/more extra"]),
        Harm(
            script: "chmod 600 js/b.js; chmod 700 deep/er",
            problems: [
                "deep/er mode 700 instead of 755", "js/b.js mode 600 instead of 755",
            ]),
        Harm(script: "chmod u+s js/a.js", problems: ["js/a.js mode 4644 instead of 644"]),
        Harm(script: "rm link; ln -s js/b.js link", problems: ["link kind a link to `js/b.js`"]),
        Harm(script: "rm link; cp js/a.js link", problems: ["link kind a file"]),
        Harm(
            script: "mv js/a.js js/c.js; ln -s c.js js/a.js",
            problems: [
                "js/a.js kind a symbolic link", "js/c.js extra",
            ]),
        Harm(
            script: "mv deep/er elsewhere; ln -s ../elsewhere deep/er",
            problems: [
                "deep/er kind a symbolic link", "deep/er/x missing", "deep/er/y missing", "elsewhere extra",
            ]),
        Harm(
            script: "rm index.html; mkfifo index.html",
            problems: [
                "index.html kind a device, pipe or socket"
            ]),
        Harm(
            script: "rm -r deep",
            problems: [
                "deep missing", "deep/er missing", "deep/er/x missing", "deep/er/y missing",
            ]),
        Harm(script: "rm empty; mkdir empty", problems: ["empty kind a folder"]),
        Harm(script: "cp index.html js/$(printf 'bad\\377name')", problems: ["js/bad\u{FFFD}name extra"]),
    ]

    @Test(
        "names what is missing, changed, extra, of another mode or kind, and the next sync repairs it", arguments: harms
    )
    func names(_ harm: Harm) async throws {
        try await Machine.run { machine in
            try await Self.install(machine)
            let whole = try machine.tree("snake")
            let sound = await machine.engine().verify()
            #expect(sound.result == .ok)
            #expect(sound.exit == .done)
            #expect(sound.games.map(\.files) == [1, 6])

            try Site.shell("cd '\(machine.games)/snake'; \(harm.script)")
            let report = await machine.engine().verify()
            #expect(report.result == .damaged)
            #expect(report.exit == .damaged)
            #expect(report.games.map(\.state) == [.ok, .damaged])
            let said = report.games[1].problems.map { problem in
                ["\(problem.path) \(problem.kind.rawValue)", problem.detail].compactMap { $0 }.joined(separator: " ")
            }
            #expect(said == harm.problems)

            let status = try await machine.status("snake")
            #expect(status.state == .damaged)
            let count = Set(report.games[1].problems.map(\.path)).count
            #expect(status.next == "\(count == 1 ? "1 file" : "\(count) files") damaged; repaired by the next sync")
            #expect(await machine.engine().plan().changes.map(\.action) == [.reinstall])
            #expect(await machine.sync().count(.reinstall) == 1)
            #expect(try machine.tree("snake") == whole)
            #expect(await machine.engine().verify().result == .ok)
            #expect(try await machine.status("snake").state == .current)
            #expect(try machine.names("tmp") == [])
            #expect(try machine.names("versions") == [])
            try machine.expectReceiptsFit()
        }
    }

    @Test("takes back what it said once the damage is gone")
    func healed() async throws {
        try await Machine.run { machine in
            try await Self.install(machine)
            let file = "\(machine.games)/snake/js/a.js"
            try Site.shell("cp -p '\(file)' '\(machine.folder.path)/copy'; echo >'\(file)'")
            #expect(await machine.engine().verify().exit == .damaged)
            #expect(try await machine.status("snake").state == .damaged)
            try Site.shell("cat '\(machine.folder.path)/copy' >'\(file)'")
            #expect(await machine.engine().verify().exit == .done)
            #expect(try await machine.status("snake").state == .current)
            #expect(await machine.sync().result == .noop)
        }
    }

    @Test("says it in words and in JSON, of the named games only")
    func output() async throws {
        try await Machine.run { machine in
            try await Self.install(machine)
            for number in 1...12 { try Site.shell("touch '\(machine.games)/snake/new\(number)'") }
            let text = try await machine.ending("verify")
            #expect(text.status == 4)
            #expect(text.out.hasPrefix("1 whole, 1 damaged: 7 files, "))
            #expect(text.out.contains("`assetsync verify --repair` or the next sync repairs that"))
            #expect(text.err.hasPrefix("damaged     snake 1: 12 extra\n            extra: new1\n"))
            #expect(text.err.contains("and 2 more; `--json` names all\n"))
            #expect(!text.err.contains("new9"))

            let json = try await machine.ending("verify", "snake", "--json")
            #expect(json.status == 4)
            let start =
                #"{"schema":1,"result":"damaged","exit":4,"games":[{"id":"snake","version":"1","state":"damaged","#
            #expect(json.out.hasPrefix(start + #""files":6,"bytes":15,"problems":[{"path":"new1","kind":"extra","#))
            #expect(json.out.contains("new9"))
            #expect(try await machine.ending("verify", "chess").status == 0)
            let lines = try await machine.ending("verify", "--progress", "json", "-q")
            #expect(lines.err.contains(#""type":"game","#))
            #expect(lines.err.split(separator: "\n").last?.contains(#""type":"result","#) == true)
            for line in lines.err.split(separator: "\n") { #expect(line.hasPrefix("{") && line.hasSuffix("}")) }

            let unknown = try await machine.ending("verify", "snkae", "chess")
            #expect(unknown.status == 1)
            #expect(unknown.err.contains("snkae"))
            _ = try await machine.ending("remove", "chess")
            let absent = try await machine.ending("verify", "chess")
            #expect(absent.status == 0)
            #expect(absent.out.hasPrefix("absent      chess: not installed"))
        }
    }

    @Test("without a receipt says that it cannot tell, and the next sync installs the game again")
    func noReceipt() async throws {
        try await Machine.run { machine in
            try await Self.install(machine)
            let receipt = try #require(try machine.names("receipts").first { $0.hasPrefix("snake.") })
            try Data("{".utf8).write(to: URL(filePath: "\(machine.root)/receipts/\(receipt)"))
            let ending = try await machine.ending("verify")
            #expect(ending.status == 4)
            #expect(ending.err.contains("damaged     snake 1: it cannot be verified: its receipt is missing"))
            #expect(try await machine.status("snake").next?.hasPrefix("its receipt is missing") == true)
            let report = await machine.sync()
            #expect(report.count(.reinstall) == 1)
            #expect(report.bytesDownloaded > 0)
            #expect(await machine.engine().verify().exit == .done)
            try machine.expectReceiptsFit()
        }
    }

    @Test("sees that all games are gone, or all receipts", arguments: ["games", "receipts"])
    func allGone(_ folder: String) async throws {
        try await Machine.run { machine in
            try await Self.install(machine)
            try FileManager.default.removeItem(atPath: "\(machine.root)/\(folder)")
            let report = await machine.engine().verify()
            #expect(report.exit == .damaged)
            #expect(report.games.map(\.state) == [.damaged, .damaged])
            #expect(await machine.sync().count(.reinstall) == 2)
            #expect(await machine.engine().verify().exit == .done)
            try machine.expectReceiptsFit()
        }
    }

    @Test("follows nothing that stands at a game's place, and says what it is", arguments: ["link", "file", "gone"])
    func replaced(_ what: String) async throws {
        try await Machine.run { machine in
            try await Self.install(machine)
            let folder = "\(machine.games)/snake"
            let script =
                switch what {
                case "link": "mv '\(folder)' '\(machine.root)/away'; ln -s '\(machine.root)/away' '\(folder)'"
                case "file": "rm -r '\(folder)'; echo >'\(folder)'"
                default: "rm -r '\(folder)'"
                }
            try Site.shell(script)
            let report = await machine.engine().verify()
            #expect(report.exit == .damaged)
            let problem = try #require(report.games.first { $0.id.text == "snake" }?.problems.first)
            #expect(problem.path == ".")
            #expect(problem.kind == (what == "gone" ? .missing : .kind))
            #expect(problem.detail == ["link": "a symbolic link", "file": "a file"][what])

            let repair = try await machine.ending("verify", "--repair")
            #expect(repair.status == (what == "gone" ? 0 : 1))
            if what == "gone" {
                #expect(await machine.engine().verify().exit == .done)
            } else {
                #expect(repair.err.contains("its folder is now \(what == "link" ? "a symbolic link" : "a file")"))
                #expect(repair.err.contains("hint: Move it away"))
            }
        }
    }
}
