import FoundationEssentials
import Glibc
import SyncCore
import SyncPlatform
import TestSupport
import Testing

@testable import SyncEngine

@Suite("pack") struct PackTests {
    private static let files = [
        "index.html": "<h1>snake</h1>", "js/snake.js": String(repeating: "let x = 1;\n", count: 9000),
        "js/empty.js": "", "圖/名.txt": "名", "a b#?%.txt": "odd",
    ]

    @Test("the archive is one for unzip, bsdtar, 7-Zip and Python, with the files as they were")
    func tools() async throws {
        try await PackingSite.run { site in
            try site.fill(Self.files)
            try Site.shell("cd '\(site.source)'; mkdir hollow; ln -s js/snake.js latest; chmod 755 js/snake.js")
            try await site.publish("snake", "1.0")
            try Site.shell(
                """
                cd '\(site.site)'; unzip -tq snake-1.0.zip; 7zz t snake-1.0.zip >/dev/null
                python3 -m zipfile -t snake-1.0.zip >/dev/null
                mkdir ../bsdtar; bsdtar -xf snake-1.0.zip -C ../bsdtar; diff -r --no-dereference ../bsdtar ../source
                """)
            #expect(
                site.names == [
                    ".assetsync-published.json", ".assetsync.lock", "manifest.json", "snake-1.0.index.json.gz",
                    "snake-1.0.zip",
                ])
            let entry = try #require(try site.entry("snake"))
            #expect(entry["version"] == "1.0")
            #expect(entry["url"] == "snake-1.0.zip")
            let facts = try Site.shell(
                "cd '\(site.site)'; stat -c %s snake-1.0.zip; sha256sum <snake-1.0.zip; sha256sum <snake-1.0.index.json.gz"
            ).map { String($0.prefix { $0 != " " }) }
            #expect(entry["size"]?.integer == Int64(facts[0]))
            #expect(entry["sha256"]?.text == facts[1])
            #expect(entry["index"]?["url"] == "snake-1.0.index.json.gz")
            #expect(entry["index"]?["sha256"]?.text == facts[2])
        }
    }

    @Test("every file's bytes are where the index says, as Python finds them without the archive's directory")
    func index() async throws {
        try await PackingSite.run { site in
            try site.fill(Self.files)
            // Larger than what is packed in one piece, so that it is written as a stream.
            try Site.shell(
                "cd '\(site.source)'; seq 1 2000000 >large.txt; head -c 9000000 /dev/urandom >noise; ln -s noise to")
            try await site.publish("snake", "1.0")
            let script = """
                import gzip, hashlib, json, zipfile, zlib, sys
                index = json.loads(gzip.open("snake-1.0.index.json.gz").read())
                data = open("snake-1.0.zip", "rb").read()
                assert index["schema"] == 1
                assert index["archive"] == {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
                zip = zipfile.ZipFile("snake-1.0.zip")
                for file in index["files"]:
                    packed = data[file["offset"]:file["offset"] + file["packed"]]
                    plain = zlib.decompress(packed, -15) if file["method"] == "deflate" else packed
                    assert hashlib.sha256(plain).hexdigest() == file["sha256"], file
                    assert len(plain) == file["size"] and zlib.crc32(plain) == int(file["crc32"], 16), file
                    info = zip.getinfo(file["path"])
                    assert zip.read(info) == plain and info.compress_size == file["packed"], file
                    assert info.external_attr >> 16 & 0o777 == int(file["mode"], 8), file
                kinds = {name: "d" if name.endswith("/") else "" for name in zip.namelist()}
                assert sorted(kinds) == sorted([f["path"] for f in index["files"]]
                    + [f["path"] + "/" for f in index["folders"]] + [l["path"] for l in index["links"]])
                assert index["links"] == [{"path": "to", "target": "noise"}], index["links"]
                print(len(index["files"]), sorted({f["method"] for f in index["files"]}))
                """
            try Data(script.utf8).write(to: URL(filePath: "\(site.folder.path)/index.py"))
            #expect(
                try Site.shell("cd '\(site.site)'; python3 ../index.py") == ["7 ['deflate', 'store']"])
            let index = try ArchiveIndex(gzip: try site.bytes("snake-1.0.index.json.gz"))
            #expect(index.files.count == 7)
            #expect(index.newBytes(since: index) == 0)
        }
    }

    @Test("a machine installs from the site behind nginx, then the next version, whatever the names are")
    func client() async throws {
        try await Machine.run { machine in
            let site = try PackingSite(in: machine.folder, site: machine.site.path)
            let game = "圖 a#?%:b"
            for version in ["1 ü%41", "2"] {
                try site.fill(Self.files.merging(["version": version]) { $1 })
                try Site.shell("cd '\(site.source)'; chmod 755 js/snake.js; mkdir hollow; ln -s version now")
                try await site.publish(game, version)
                let report = await machine.sync()
                #expect(report.exit == .done, "\(report)")
                #expect(try machine.tree(game) == Tree(site.source))
                #expect(try await machine.status(game).installed?.text == version)
            }
            #expect(try await site.check("\(machine.server.url)/").status == 0)
        }
    }

    @Test("the same folder gives the same bytes, whatever order, times, time zone and umask it has")
    func reproducible() async throws {
        try await withScratch { folder in
            var found: [[String]] = []
            for (name, umask, zone) in [("one", "022", "UTC"), ("two", "077", "Asia/Tokyo")] {
                let site = try PackingSite(in: try folder.makeDirectory(name))
                let paths = Self.files.keys.sorted()
                try site.fill([:])
                for path in name == "one" ? paths : paths.reversed() {
                    try Site.shell(
                        "cd '\(site.source)'; mkdir -p \"$(dirname '\(path)')\"; printf %s '\(Self.files[path] ?? "")' >'\(path)'"
                    )
                }
                try Site.shell("chmod -R u=rwX,go=rX '\(site.source)'")
                if name == "two" { try Site.shell("find '\(site.source)' -exec touch -d @1 {} +") }
                let ending = try await site.pack(
                    [site.source, "--id", "snake", "--version", "1"], environment: ["TZ": zone], umask: umask)
                #expect(ending.status == 0, "\(ending.err)")
                // A web server of another user could not read them.
                #expect(ending.err.contains("files of the site can be read by their owner alone") == (umask == "077"))
                found.append(try Site.shell("cd '\(site.site)'; sha256sum *.zip *.gz manifest.json"))
            }
            #expect(found[0].count == 3)
            #expect(found[0] == found[1])
        }
    }

    @Test("the same bytes again are nothing to do, others under the same version are refused")
    func republishing() async throws {
        try await PackingSite.run { site in
            try site.fill(["index.html": "1"])
            #expect(try await site.publish("snake", "1")["changed"] == true)
            let stamps = "cd '\(site.site)'; stat -c '%n %i %Y' .assetsync-published.json manifest.json *.zip *.gz"
            let before = try Site.shell(stamps)
            let again = try await site.publish("snake", "1")
            #expect(again["changed"] == false)
            #expect(again["sequence"] == 1)
            #expect(try Site.shell(stamps) == before)

            try site.fill(["index.html": "2"])
            let refused = try await site.pack([site.source, "--id", "snake", "--version", "1"])
            #expect(refused.status == 1)
            #expect(refused.err.contains("snake 1 is published already, with other bytes"))
            #expect(refused.err.contains("hint: Choose another version"))
            #expect(try Site.shell(stamps) == before)
            #expect(!site.names.contains { $0.hasPrefix(".assetsync-pack-") })

            // Also when another one is offered now, and when its files are gone.
            try await site.publish("snake", "2")
            try site.fill(["index.html": "3"])
            try await site.publish("snake", "3", "--prune", "1")
            #expect(try await site.pack([site.source, "--id", "snake", "--version", "1"]).status == 1)
            #expect(try await site.pack([site.source, "--id", "snake", "--version", "2"]).status == 1)
            // The old bytes may come back.
            try site.fill(["index.html": "1"])
            try await site.publish("snake", "1")
            #expect(try site.entry("snake")?["version"] == "1")
            #expect(try await site.check().status == 0)
        }
    }

    @Test("two games whose files would have one name are told apart, and a file of somebody else stays")
    func clashes() async throws {
        try await PackingSite.run { site in
            try site.fill(["index.html": "1"])
            try await site.publish("a-b", "c")
            let clash = try await site.pack([site.source, "--id", "a", "--version", "b-c"])
            #expect(clash.status == 1)
            #expect(clash.err.contains("is the name of a-b c, too"))
            try Site.shell("echo mine >'\(site.site)/x-1.zip'")
            let foreign = try await site.pack([site.source, "--id", "x", "--version", "1"])
            #expect(foreign.status == 1)
            #expect(try Site.shell("cat '\(site.site)/x-1.zip'") == ["mine"])
            let long = try await site.pack(
                [
                    site.source, "--id", String(repeating: "a", count: 200), "--version",
                    String(repeating: "b", count: 99),
                ])
            #expect(long.status == 1)
            #expect(long.err.contains("too long"))
        }
    }

    @Test("what is unknown in the manifest stays, other games stay as they are, and the sequence counts on")
    func unknown() async throws {
        try await PackingSite.run { site in
            try site.fill(["index.html": "1"])
            try Site.shell("mkdir -p '\(site.site)'")
            let text = """
                {"contact": {"mail": "a@example.com"}, "sequence": 41, "games": [
                  {"gameId": "zoo", "h5Version": 1.10, "h5Down": "https://cdn.example.com/zoo.zip", "extra": [1, null]},
                  {"gameId": "snake", "h5Version": "0", "h5Down": "old.zip", "h5Md5": "\(String(repeating: "0", count: 32))",
                   "title": "Snake", "mirrors": ["https://m.example.com/old.zip"]},
                  {"id": "ant", "version": "1", "url": "ant.zip"}
                ]}
                """
            try Data(text.utf8).write(to: URL(filePath: "\(site.site)/manifest.json"))
            let result = try await site.publish("snake", "1")
            #expect(result["warnings"]?.elements?.count == 1)
            let manifest = try site.manifest()
            #expect(manifest["contact"] == ["mail": "a@example.com"])
            #expect(manifest["sequence"] == 42)
            let games = try #require(manifest["games"]?.elements)
            #expect(games.map { $0["id"]?.text ?? $0["gameId"]?.text } == ["ant", "snake", "zoo"])
            #expect(
                games[2].serialized
                    == #"{"gameId":"zoo","h5Version":1.10,"h5Down":"https://cdn.example.com/zoo.zip","extra":[1,null]}"#
            )
            guard case .object(let members) = games[1] else {
                Issue.record("the entry is no object")
                return
            }
            #expect(members.map(\.key) == ["id", "version", "url", "size", "sha256", "index", "title"])
            // A date or anything else that cannot be read is not published over.
            for broken in [
                "[]", "{", #"{"games": {}}"#, #"{"games": [], "sequence": "x"}"#, #"{"games":[],"games":[]}"#,
            ] {
                try Data(broken.utf8).write(to: URL(filePath: "\(site.site)/manifest.json"))
                let refused = try await site.pack([site.source, "--id", "snake", "--version", "2"])
                #expect(refused.status == 1)
                #expect(try site.bytes("manifest.json") == Array(broken.utf8))
            }
        }
    }

    @Test("a signed manifest stays signed, by a key that signed before, and clients take it")
    func signing() async throws {
        try await Machine.run { machine in
            let site = try PackingSite(in: machine.folder, site: machine.site.path)
            for name in ["old", "new", "foreign"] {
                #expect(try await machine.ending("keygen", "\(machine.folder.path)/\(name)").status == 0)
            }
            let place = machine.folder.path
            let key = { (name: String) in "\(place)/\(name)" }
            machine.config.trust.keys = [key("old.pub")]
            try site.fill(["index.html": "1"])
            try await site.publish("snake", "1", "--key", key("old"), "--expires", "30d")
            #expect(await machine.sync().exit == .done)
            #expect(try machine.tree("snake").text("index.html") == "1")
            #expect(try await site.check(site.site, "--key", key("old.pub")).status == 0)
            #expect(try await site.check(site.site, "--key", key("new.pub")).status == 1)
            #expect(try await site.publish("snake", "1", "--key", key("old"))["changed"] == false)

            try site.fill(["index.html": "2"])
            let before = try site.bytes("manifest.json")
            for words in [[], ["--key", key("foreign")], ["--key", key("old.pub")], ["--key", key("none")]] {
                let refused = try await site.pack([site.source, "--id", "snake", "--version", "2"] + words)
                #expect(refused.status == 1, "\(words)")
                #expect(refused.err.contains("hint: "), "\(words)")
                #expect(try site.bytes("manifest.json") == before, "\(words)")
            }
            // To go over to a new key, both sign.
            try await site.publish("snake", "2", "--key", key("old"), "--key", key("new"))
            #expect(await machine.sync().exit == .done)
            #expect(try machine.tree("snake").text("index.html") == "2")
            machine.config.trust.keys = [key("new.pub")]
            #expect(await machine.sync().exit == .done)
            let renewed = try await site.pack(["--expires", "60d", "--key", key("new"), "--json"])
            #expect(try JSON(parsing: Array(renewed.out.utf8))["sequence"] == 3)
            #expect(await machine.sync().exit == .done)
            #expect(try await site.pack(["--withdraw", "snake"]).status == 1)
            // Files that nobody names need no key.
            #expect(try await site.pack(["--prune", "1"]).status == 0)
            #expect(!site.names.contains("snake-1.zip"))
        }
    }

    @Test("an encrypted version has no index, opens with its password, and is never published twice")
    func encrypted() async throws {
        try await PackingSite.run { site in
            try site.fill(["index.html": "secret"])
            try Site.shell("printf 'pass word\n' >'\(site.folder.path)/password'")
            let password = ["--password-file", "\(site.folder.path)/password"]
            let words = [site.source, "--id", "snake", "--version", "1"] + password
            let ending = try await site.pack(words)
            #expect(ending.status == 0, "\(ending.err)")
            #expect(ending.err.contains("has no index"))
            #expect(try site.entry("snake")?["index"] == nil)
            try Site.shell("7zz t '-ppass word' '\(site.site)/snake-1.zip' >/dev/null")
            let check = try await site.check()
            #expect(check.status == 0)
            #expect(check.out.contains("its content was not checked"))
            let opened = try await site.check(site.site, "--password-file", "\(site.folder.path)/password")
            #expect(opened.status == 0)
            #expect(!opened.out.contains("its content was not checked"))
            let again = try await site.pack(words)
            #expect(again.status == 1)
            #expect(again.err.contains("an encrypted archive is another each time"))
        }
    }

    @Test("a withdrawn game is offered no more, and pruning takes what nobody is offered")
    func withdrawing() async throws {
        try await PackingSite.run { site in
            for version in 1...4 {
                try site.fill(["index.html": "\(version)"])
                try await site.publish("snake", "\(version)")
            }
            try await site.publish("chess", "1")
            // What is offered counts by being offered, however old it is.
            try Site.shell("cd '\(site.site)'; touch other.zip; cp snake-1.zip kept.zip")
            #expect(try await site.pack(["--prune", "2"]).status == 0)
            let archives = { site.names.filter { $0.hasSuffix(".zip") } }
            #expect(archives() == ["chess-1.zip", "kept.zip", "other.zip", "snake-3.zip", "snake-4.zip"])
            #expect(site.names.filter { $0.hasSuffix(".gz") }.count == 3)
            let withdrawn = try await site.pack(["--withdraw", "snake"])
            #expect(withdrawn.status == 0, "\(withdrawn.err)")
            #expect(try site.manifest()["games"]?.elements?.map { $0["id"]?.text } == ["chess"])
            #expect(archives().contains("snake-4.zip"))
            let unknown = try await site.pack(["--withdraw", "snake"])
            #expect(unknown.status == 1)
            #expect(unknown.err.contains("`chess`"))
            #expect(try await site.pack(["--prune", "2"]).status == 0)
            #expect(archives() == ["chess-1.zip", "kept.zip", "other.zip"])
        }
    }

    @Test("pruning leaves what the manifest leads to, by whatever name")
    func pruningMentioned() async throws {
        try await PackingSite.run { site in
            for version in 1...3 {
                try site.fill(["index.html": "\(version)"])
                try await site.publish("a snake", "\(version)")
            }
            let text = String(decoding: try site.bytes("manifest.json"), as: UTF8.self)
            let other = #""games": [{"id": "b", "version": "1", "url": "x/../a%20snake-1.zip?y=1"},"#
            try Data(text.replacing("\"games\": [", with: other).utf8).write(
                to: URL(filePath: "\(site.site)/manifest.json"))
            #expect(try await site.pack(["--prune", "1"]).status == 0)
            #expect(site.names.filter { $0.hasSuffix(".zip") } == ["a snake-1.zip", "a snake-3.zip"])
        }
    }

    @Test("what a publisher wants to know is said, what cannot be published is refused")
    func advice() async throws {
        try await PackingSite.run { site in
            try site.fill(["Main.js": "", "main.js": "", "con.txt": "", "a?b": "", "private": "", "log/x.log": ""])
            try Site.shell("cd '\(site.source)'; chmod 600 private; truncate -s 101M large; ln -s ../outside out")
            let leaving = try await site.pack([site.source, "--id", "snake", "--version", "1"])
            #expect(leaving.status == 1)
            #expect(leaving.err.contains("`out`"))
            #expect(!site.names.contains("manifest.json"))
            let ending = try await site.pack(
                [
                    site.source, "--id", "snake", "--version", "1", "--exclude", "out", "--exclude", "*.log",
                    "--exclude", "no*",
                ]
            )
            #expect(ending.status == 0, "\(ending.err)")
            for words in [
                "no `index.html`", "`Main.js` and `main.js` differ only by case", "`con.txt` cannot be made on Windows",
                "`a?b` cannot be made on Windows", "`private` can be read by its owner alone",
                "`large` is larger than 100 MiB", "`--exclude no*` leaves nothing out",
            ] { #expect(ending.err.contains(words), "\(words): \(ending.err)") }
            let index = try ArchiveIndex(gzip: try site.bytes("snake-1.index.json.gz"))
            #expect(index.files.map(\.path) == ["Main.js", "a?b", "con.txt", "large", "main.js", "private"])
            #expect(index.folders.map(\.path) == ["log"])

            try site.fill([:])
            let empty = try await site.pack([site.source, "--id", "snake", "--version", "2"])
            #expect(empty.status == 1)
            #expect(empty.err.contains("there are no files"))
            let inside = try await Program(
                ["pack", site.source, "-o", "\(site.source)/new/site", "--id", "a", "--version", "1"], in: site.folder
            ).ending()
            #expect(inside.status == 1)
            #expect(try Tree(site.source).isEmpty)
        }
    }

    @Test(
        "words that do not belong together are wrong usage, and nothing is made",
        arguments: [
            ["--id", "a", "--version", "1"], ["source"], ["source", "--id", "a"],
            ["source", "--id", "../a", "--version", "1"],
            [], ["--prune", "0"], ["source", "--id", "a", "--version", "1", "--withdraw", "a"],
            ["source", "--id", "a", "--version", "1", "--url-base", "https://u:p@example.com/"],
            ["source", "--id", "a", "--version", "1", "--url-base", "file:///x"],
        ])
    func usage(_ words: [String]) async throws {
        try await PackingSite.run { site in
            let ending = try await site.pack(words)
            #expect(ending.status == 2)
            #expect(site.names == [])
        }
    }

    @Test("with an address elsewhere the manifest leads there, and the folder can be checked before it is uploaded")
    func elsewhere() async throws {
        try await PackingSite.run { site in
            try site.fill(["index.html": "1"])
            try await site.publish("a b", "1", "--url-base", "https://cdn.example.com/games")
            #expect(try site.entry("a b")?["url"] == "https://cdn.example.com/games/a%20b-1.zip")
            let check = try await site.check()
            #expect(check.status == 0, "\(check.out)")
        }
    }
}
