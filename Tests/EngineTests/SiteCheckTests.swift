import FoundationEssentials
import Glibc
import SyncCore
import SyncPlatform
import TestSupport
import Testing

@testable import SyncEngine

@Suite("site check") struct SiteCheckTests {
    /// A site with two versions of a game, of which most stays.
    private func published(_ body: (PackingSite) async throws -> Void) async throws {
        // A curl in this process must not ask a proxy for loopback.
        for name in ["http_proxy", "all_proxy", "ALL_PROXY"] { unsetenv(name) }
        try await PackingSite.run { site in
            try site.fill(["index.html": "1", "same.js": String(repeating: "x", count: 50_000)])
            try Site.shell(
                "cd '\(site.source)'; head -c 100000 /dev/zero | openssl enc -aes-128-ctr -K 00 -iv 00 >noise")
            try await site.publish("snake", "1")
            try Site.shell("echo 2 >'\(site.source)/index.html'")
            try await site.publish("snake", "2")
            try await body(site)
        }
    }

    private func texts(_ source: String, _ severity: SiteFinding.Severity = .problem) async throws -> [String] {
        try await SiteCheck(source).run().findings.filter { $0.severity == severity }.map(\.summary)
    }

    @Test("a good site has no problem behind nginx, Apache, Caddy and lighttpd, and updates are estimated")
    func servers() async throws {
        try await published { site in
            // Apache gives up its rights, and the scratch folder is for its owner alone.
            try Site.shell("chmod 711 '\(site.folder.path)'")
            let root = try Directory(opening: site.site)
            try await Nginx.serving(root) { try await expectGood("\($0.url)") }
            for make in StaticServer.Make.allCases {
                try await StaticServer.serving(make, root) { try await expectGood("http://127.0.0.1:\($0.port)/") }
            }
            try await expectGood(site.site)
        }
    }

    private func expectGood(_ source: String) async throws {
        let outcome = try await SiteCheck(source).run()
        #expect(outcome.games == 1)
        #expect(outcome.count(.problem) == 0, "\(source): \(outcome.findings)")
        // Unsigned, and nothing else.
        #expect(outcome.count(.warning) == 1, "\(source): \(outcome.findings)")
        let note = try #require(outcome.findings.first { $0.severity == .note })
        #expect(note.summary.hasPrefix("an update from 1 takes about 2 B of "))
    }

    @Test("a server without ranges is a warning and no problem")
    func withoutRanges() async throws {
        try await published { site in
            let port = try LoopbackServer.freePort()
            let server = try ChildProcess(
                ["sh", "-c", "exec python3 -u -m http.server -b 127.0.0.1 -d '\(site.site)' \(port) 2>/dev/null"])
            _ = await server.line()
            let ending = try await site.check("http://127.0.0.1:\(port)")
            #expect(ending.status == 0, "\(ending.out)")
            #expect(ending.out.contains("warning: snake 2: the server sends no ranges"))
            #expect(ending.out.contains("1 game, 2 warnings"))
            let json = try JSON(parsing: Array(try await site.check("http://127.0.0.1:\(port)", "--json").out.utf8))
            #expect(json["problems"] == 0)
            #expect(json["warnings"] == 2)
            #expect(json["findings"]?.elements?.first?["severity"] == "warning")
            let left = try FileManager.default.contentsOfDirectory(atPath: site.folder.path)
            #expect(!left.contains { $0.hasPrefix("assetsync-check-") })
            server.signal(SIGKILL)
            await server.wait()
        }
    }

    @Test("what a server does to the files is named")
    func servedWrong() async throws {
        try await published { site in
            var options = Nginx.Options()
            options.server = """
                etag off;
                location ~ zip$ { add_header Last-Modified ""; default_type text/html; types { } }
                location ~ gz$ { add_header Content-Encoding gzip; }
                """
            try await Nginx.serving(try Directory(opening: site.site), options) { server in
                let outcome = try await SiteCheck(server.url).run()
                let lines = outcome.findings.map { "\($0.severity) \($0.summary)" }
                #expect(lines.contains { $0.hasPrefix("warning its Content-Type is `text/html`") }, "\(lines)")
                #expect(lines.contains { $0.hasPrefix("warning it comes without a strong ETag") }, "\(lines)")
                #expect(
                    lines.contains { $0.hasPrefix("problem its index is served with `Content-Encoding: gzip`") },
                    "\(lines)")
            }
        }
    }

    /// A shell line that breaks the site, and what is then said.
    static let damages: [(line: String, words: String)] = [
        ("printf X | dd of=snake-2.zip bs=1 seek=60 conv=notrunc status=none", "the sha256 checksum differs"),
        ("truncate -s -1 snake-2.zip", "bytes"),
        ("rm snake-2.zip", "snake-2.zip"),
        ("rm snake-2.index.json.gz", "its index cannot be had"),
        ("cp snake-1.index.json.gz snake-2.index.json.gz", "the SHA-256 of its index is"),
        ("echo '<html>' >manifest.json", "not valid JSON"),
        ("rm manifest.json", "manifest.json"),
        (#"sed -i 's/"version":"2"/"version":"..\/2"/' manifest.json"#, "the version"),
        (#"sed -i 's/"schema": 1/"schema": 1, "expires": "2020-01-01T00:00:00Z"/' manifest.json"#, "it has expired"),
        (#"sed -i 's/"index":{/"index":{"x":1},"y":{/' manifest.json"#, "its `index` has no usable"),
        (#"sed -i 's/{"id":"snake".*/ /' manifest.json"#, "it offers no game"),
    ]

    @Test("what is broken is found, with exit 1", arguments: damages.indices)
    func broken(_ index: Int) async throws {
        let damage = Self.damages[index]
        try await published { site in
            try Site.shell("cd '\(site.site)'; \(damage.line)")
            let problems = try await texts(site.site)
            #expect(problems.contains { $0.contains(damage.words) }, "\(damage.line): \(problems)")
            let ending = try await site.check()
            #expect(ending.status == 1)
            #expect(ending.out.contains("problem: "))
        }
    }

    @Test("an index that does not fit its archive is found, though its digest is right")
    func lyingIndex() async throws {
        try await published { site in
            let script = """
                import gzip, hashlib, json
                index = json.loads(gzip.open("snake-2.index.json.gz").read())
                index["files"][0]["offset"] -= 1
                index["files"][1]["sha256"] = "0" * 64
                index["files"].pop()
                data = gzip.compress(json.dumps(index).encode())
                open("snake-2.index.json.gz", "wb").write(data)
                manifest = json.load(open("manifest.json"))
                manifest["games"][0]["index"]["sha256"] = hashlib.sha256(data).hexdigest()
                json.dump(manifest, open("manifest.json", "w"))
                """
            try Data(script.utf8).write(to: URL(filePath: "\(site.folder.path)/lie.py"))
            try Site.shell("cd '\(site.site)'; python3 ../lie.py")
            let problems = try await texts(site.site)
            #expect(
                problems == [
                    "index and archive differ: `index.html` is another in the archive",
                    "index and archive differ: `noise` is another in the archive",
                    "index and archive differ: `same.js` is in the archive alone",
                ])
        }
    }

    @Test("an archive that clients refuse is a problem, though all digests are right")
    func refusedArchive() async throws {
        try await Machine.run { machine in
            let offer = try await machine.site.pack("snake", "1", script: "echo x >x; ln -s /etc/passwd leak")
            try Site.shell(
                "cd '\(machine.folder.path)/sources/snake-1.zip'; rm '\(machine.site.path)/snake-1.zip'; zip -qyr '\(machine.site.path)/snake-1.zip' ."
            )
            let sum = try Site.shell("sha256sum <'\(machine.site.path)/snake-1.zip' | cut -c 1-64")
            try machine.site.write(
                #"{"games":[{"id":"snake","version":"1","url":"\#(offer.url)","sha256":"\#(sum[0])"}]}"#)
            let outcome = try await SiteCheck("\(machine.server.url)/manifest.json").run()
            #expect(outcome.findings.contains { $0.severity == .problem && $0.summary.contains("leak") })
        }
    }

    @Test("what cannot be checked at all is said, and a signal ends it")
    func unusable() async throws {
        try await published { site in
            let missing = try await site.check("\(site.folder.path)/none")
            #expect(missing.status == 1)
            #expect(missing.err.contains("hint: "))
            #expect(try await site.check("gopher://x/").status == 1)
            #expect(try await site.check(site.site, "--key", "\(site.folder.path)/none").status == 1)
            let closed = try LoopbackServer.freePort()
            let gone = try await site.check("http://127.0.0.1:\(closed)/")
            #expect(gone.status == 1)
            #expect(gone.out.contains("problem: manifest: "))
        }
    }
}
