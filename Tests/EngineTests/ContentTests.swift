import SyncCore
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@Suite("Installed files") struct ContentTests {
    /// Modes, an empty file and folder, a link, names that are not ASCII, files packed well, badly and not at all.
    static let script = """
        mkdir -p js/deep/deeper empty locked
        printf '<html>' >index.html; : >empty-file; seq 1 60000 >js/long.txt; head -c 300000 /dev/urandom >noise.bin
        printf '#!/bin/sh\\n' >run.sh; chmod 755 run.sh
        printf secret >js/private; chmod 600 js/private
        printf fixed >js/deep/fixed; chmod 444 js/deep/fixed
        printf '\\344\\275\\240' >'js/deep/deeper/你好 wörld.txt'
        ln -s ../index.html js/start.html
        printf x >locked/inside; chmod 555 locked
        """

    @Test("every file, link and mode is what unzip gives")
    func sameAsUnzip() async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("snake", "1.0", script: Self.script)
            try machine.site.publish([offer])
            let report = await machine.sync()
            #expect(report.exit == .done)

            let expected = try await machine.unzipped(offer)
            let installed = try machine.tree("snake")
            #expect(installed.paths == expected.paths)
            for (path, entry) in expected.entries { #expect(installed.entries[path] == entry, "\(path)") }
            let status = try await machine.status("snake")
            #expect(status.files == expected.entries.values.count { $0.kind == "file" })
            #expect(status.sha256?.hex == offer.sha256)
            #expect(status.verified)
            #expect(
                status.bytes == expected.entries.values.reduce(0) { $0 + ($1.kind == "file" ? $1.content.count : 0) })
        }
    }

    @Test("archives of other programs come out as unzip unpacks them")
    func otherPackers() async throws {
        try await Machine.run { machine in
            var offers: [SiteOffer] = []
            for (game, command) in [
                ("python", "python3 -m zipfile -c \"$OUT\" ."),
                ("seven", "$(command -v 7z || command -v 7zz) a -tzip -bso0 -bsp0 \"$OUT\" ."),
                ("tar", "bsdtar -a -cf \"$OUT\" ."), ("stored", "zip -q -r -0 \"$OUT\" ."),
            ] {
                let script = "mkdir a; seq 1 9000 >a/long; printf 1 >one"
                let offer = try await machine.site.pack(game, "1", script: script)
                offers.append(try machine.site.repack(offer, command))
            }
            try machine.site.publish(offers)
            #expect(await machine.sync().games.map(\.outcome) == [.done, .done, .done, .done])
            for offer in offers {
                let expected = try await machine.unzipped(offer)
                let installed = try machine.tree(offer.game)
                #expect(installed.paths == expected.paths, "\(offer.game)")
                for (path, entry) in expected.entries where entry.kind == "file" {
                    #expect(installed.entries[path]?.content == entry.content, "\(offer.game) \(path)")
                }
            }
        }
    }

    @Test("the umask of the process is respected")
    func umask() async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("snake", "1.0", script: Self.script)
            try machine.site.publish([offer])
            #expect(try await machine.ending("sync", umask: "077").status == 0)
            let expected = try await machine.unzipped(offer)
            let installed = try machine.tree("snake")
            #expect(installed.paths == expected.paths)
            for (path, entry) in expected.entries {
                let found = try #require(installed.entries[path])
                #expect(found.content == entry.content)
                #expect(found.mode == entry.mode & 0o700, "\(path)")
            }
            #expect(try await machine.ending("sync", umask: "077").out.hasPrefix("nothing to do"))
        }
    }

    @Test("an encrypted archive needs its password, which is told nobody")
    func password() async throws {
        try await Machine.run { machine in
            let site = machine.site
            let offer = try await site.pack("snake", "1", ["x": "in the open"])
            let encrypted = try site.repack(offer, "zip -q -r -P hunter2 \"$OUT\" .")
            try site.publish([encrypted])
            let refused = await machine.sync()
            #expect(refused.exit == .someFailed)
            #expect(refused.games[0].error?.step == .extract)
            #expect(refused.games[0].error?.message.contains("password") == true)

            for (text, exit) in [("hunter3", ExitStatus.someFailed), ("hunter2\n", .done)] {
                try Site.shell("printf '\(text)' >'\(machine.folder.path)/password'")
                let path = "\(machine.folder.path)/password"
                machine.config.passwords = [try GameID("snake"): path]
                machine.tables = "[passwords]\nsnake = \"file:\(path)\""
                let ending = try await machine.ending("sync", "-vv", "--force")
                #expect(ending.status == exit.rawValue, "\(ending.err)")
                #expect(!(ending.out + ending.err).contains("hunter"))
            }
            #expect(try machine.tree("snake").text("x") == "in the open")
        }
    }
}
