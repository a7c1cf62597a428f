import FoundationEssentials
import SyncCore
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@Suite("Secrets") struct SecretTests {
    /// Of the configured address, of an archive's address, and of a redirect that nobody wrote down.
    static let secrets = ["cfg-user", "cfg-pass", "cfg-token", "zip-user", "zip-pass", "zip-token"]

    @Test(
        "of addresses are in no output, no log and no file but the manifest's own copy",
        arguments: ["", "elsewhere/"])
    func nowhere(_ folder: String) async throws {
        try await Machine.run { machine in
            let host = "127.0.0.1:\(machine.server.httpPort)"
            machine.config.manifest = try SafeURL(
                "http://cfg-user:cfg-pass@\(host)/\(folder)manifest.json?token=cfg-token")
            let good = try await machine.site.pack("good", "1", ["x": "1"])
            let relative = try await machine.site.pack("relative", "1", ["x": "1"])
            let missing = try await machine.site.pack("missing", "1", ["x": "1"])
            let wrong = try await machine.site.pack("wrong", "1", ["x": "1"])
            let broken = try await machine.site.pack("broken", "1", ["x": "1"])
            func secretly(_ offer: SiteOffer, _ change: (inout SiteOffer) -> Void = { _ in }) -> SiteOffer {
                var offer = offer
                offer.url = "http://zip-user:zip-pass@\(host)/\(offer.url)?token=zip-token"
                change(&offer)
                return offer
            }
            let offers = [
                secretly(good), relative.with { $0.url += "?token=zip-token" },
                secretly(missing) { $0.url = $0.url.replacing("missing-1", with: "no-such") },
                secretly(wrong) { $0.md5 = String(repeating: "0", count: 32) },
                secretly(broken) { $0.url = "ftp" + $0.url.dropFirst("http".count) },
            ]
            try machine.site.publish(offers)

            var said = ""
            for words in [
                ["plan"], ["plan", "--json"], ["sync", "-vv"], ["status"], ["status", "--json"],
                ["sync", "-vv", "--json", "--log-format", "json"], ["sync", "--progress", "json"], ["config", "show"],
                ["sync", "--dry-run"],
            ] {
                let ending = try await machine.ending(words)
                said += ending.out + ending.err
            }
            try machine.site.write("no manifest")
            let refused = try await machine.ending(["sync", "-vv"])
            said += refused.out + refused.err + (try await machine.ending(["status"]).out)
            #expect(said.contains("good"))
            #expect(said.contains("HTTP 404"))
            #expect(Self.secrets.filter { said.contains($0) } == [])

            // Yet they were sent where they belong, and the run did its work.
            let requests = try machine.server.requests
            #expect(
                requests.contains { $0.path == "/\(folder)manifest.json?token=cfg-token" && $0.user == "cfg-user" })
            #expect(requests.contains { $0.path == "/good-1.zip?token=zip-token" && $0.user == "zip-user" })
            #expect(requests.contains { $0.path == "/relative-1.zip?token=zip-token" })
            #expect(try Tree(machine.games).paths == ["good", "good/x", "relative", "relative/x"])

            let dump = try Site.shell(
                """
                python3 - '\(machine.root)/state.sqlite3' <<'END'
                import sqlite3, sys
                for line in sqlite3.connect(sys.argv[1]).iterdump():
                    if "manifest_body" not in line: print(line)
                END
                cat '\(machine.root)/lock' '\(machine.root)'/receipts/*; find '\(machine.root)/tmp' -type f -exec cat {} +
                find '\(machine.root)'
                """
            ).joined(separator: "\n")
            #expect(dump.contains("relative"))
            #expect(Self.secrets.filter { dump.contains($0) } == [])
        }
    }

    @Test("in a file that everybody on the machine may read are warned of, and the run goes on")
    func openFile() async throws {
        try await Machine.run { machine in
            let path = "\(machine.folder.path)/password"
            try Site.shell("echo hush >'\(path)'; chmod 644 '\(path)'")
            machine.tables = "[passwords]\nsnake = \"file:\(path)\""
            try machine.site.publish([try await machine.site.pack("snake", "1", ["x": "1"])])
            let warned = try await machine.ending("sync")
            #expect(warned.status == 0)
            #expect(warned.err.contains("everybody on this machine may read or change `\(path)`"), "\(warned.err)")
            #expect(!(warned.out + warned.err).contains("hush"))
            try Site.shell("chmod 640 '\(path)'")
            #expect(try await machine.ending("sync").err == "")
        }
    }
}
