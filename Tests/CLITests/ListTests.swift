import SyncCore
import TestSupport
import Testing

@Suite("List") struct ListTests {
    let zip = ZipMaker([
        .folder("img/"), ZipMember("img/very-long-name-of-a-picture.png", "12345").with { $0.method = 0 },
        .link("to", to: "img"), ZipMember("a\u{202E}txt", String(repeating: "a", count: 3000)),
    ]).bytes()

    @Test("the entries are a table, with one line for all")
    func table() async throws {
        let shell = try await Shell.run("$PROGRAM extract --list a.zip", files: ["a.zip": zip])
        #expect(
            shell.out == """
                SIZE     MODIFIED              NAME
                2.9 KiB  2024-05-06T07:08:10Z  a\\u{202E}txt
                         2024-05-06T07:08:10Z  img/
                5 B      2024-05-06T07:08:10Z  img/very-long-name-of-a-picture.png
                link     2024-05-06T07:08:10Z  to

                2 files, 1 folder, 1 link: 2.9 KiB, packed 29 B

                """)
        #expect(shell.err == "")
    }

    @Test("on a narrow terminal times go first, then names get lines of their own", arguments: [80, 45, 40])
    func narrow(_ columns: Int) async throws {
        let shell = try await Shell.run(
            "script -qec 'stty cols \(columns) rows 20; $PROGRAM extract --list a.zip' /dev/null", files: ["a.zip": zip]
        )
        let lines = shell.out.split(whereSeparator: \.isNewline)
        #expect(lines.allSatisfy { $0.count <= max(columns, 47) })
        #expect(shell.out.contains("MODIFIED") == (columns == 80))
        #expect(lines.contains("5 B      img/very-long-name-of-a-picture.png") == (columns == 45))
        #expect(lines.contains("  img/very-long-name-of-a-picture.png") == (columns == 40))
    }

    @Test("with --json everything that the directory tells is in one object")
    func json() async throws {
        let shell = try await Shell.run(
            "$PROGRAM extract a.zip dir --list --json --only img --only to; ls -A", files: ["a.zip": zip])
        let text = try #require(shell.out.split(separator: "\n").first)
        let object = try JSON(parsing: Array(text.utf8))
        #expect(object["schema"]?.integer == 1)
        #expect(object["result"]?.text == "success")
        #expect(object["archive"]?.text == "a.zip")
        #expect(object["files"]?.integer == 1)
        #expect(object["bytes"]?.integer == 8)
        let entries = try #require(object["entries"]?.elements)
        #expect(entries.map { $0["path"]?.text } == ["img", "img/very-long-name-of-a-picture.png", "to"])
        #expect(entries.map { $0["kind"]?.text } == ["folder", "file", "link"])
        #expect(
            entries[1].serialized
                == #"{"path":"img/very-long-name-of-a-picture.png","kind":"file","size":5,"packed_size":5,"#
                + #""modified":"2024-05-06T07:08:10Z","mode":"0644","crc32":"cbf53a1c","method":"store","#
                + #""encrypted":false}"#)
        #expect(shell.out.hasSuffix("}\na.zip\nerr\nout\n"))
    }

    @Test("encrypted entries are marked, and no password is needed to list them")
    func encrypted() async throws {
        let shell = try await Shell.run(
            "echo data >s; zip -qP x a.zip s; rm s; echo plain >p; zip -q a.zip p; $PROGRAM extract --list a.zip")
        let lines = shell.out.split(separator: "\n").map { $0.split(separator: " ", omittingEmptySubsequences: true) }
        #expect(lines.first == ["SIZE", "MODIFIED", "NOTE", "NAME"])
        #expect(lines.dropFirst().first?.last == "p" && lines.dropFirst().first?.contains("encrypted") == false)
        #expect(lines.dropFirst(2).first?.suffix(2) == ["encrypted", "s"])
    }

    @Test("names, sizes and count are those of unzip, bsdtar and Python's zipfile")
    func sameAsOthers() async throws {
        let shell = try await Shell.run(
            """
            mkdir -p src/b/empty src/music; seq 9999 >src/b/n; : >src/none; echo x >'src/music/a b.ogg'; ln -s none src/l
            (cd src && zip -qry ../a.zip .)
            $PROGRAM extract --list --json a.zip >json
            python3 - >mine <<'END'
            import json
            for e in json.load(open('json'))['entries']:
                print(e['path'] + ('/' if e['kind'] == 'folder' else ''), e['size'], e['crc32'])
            END
            python3 - >theirs <<'END'
            import zipfile
            for i in sorted(zipfile.ZipFile('a.zip').infolist(), key=lambda i: i.filename):
                print(i.filename, i.file_size, '%08x' % i.CRC)
            END
            LC_ALL=C sort mine | diff - theirs
            bsdtar -tf a.zip | LC_ALL=C sort >theirs; sed 's/ [^ ]* [^ ]*$//' mine | LC_ALL=C sort | diff - theirs
            unzip -l a.zip | tail -1 | awk '{ print $1, $2 }'
            python3 -c "import json; j = json.load(open('json')); print(j['bytes'], len(j['entries']))"
            """)
        #expect(shell.status == 0)
        #expect(shell.err == "")
        let lines = shell.out.split(separator: "\n")
        #expect(lines.count == 2 && lines.first == lines.last)
    }

    @Test("an archive that would be refused is not listed, in JSON too")
    func refused() async throws {
        let zip = ZipMaker(files: [("../a", "x")]).bytes()
        let shell = try await Shell.run("$PROGRAM extract --list --json a.zip", files: ["a.zip": zip])
        #expect(shell.status == 1)
        let object = try JSON(parsing: Array(shell.out.utf8))
        #expect(object["result"]?.text == "failed")
        #expect(object["error"]?["entry"]?.text == "../a")
        #expect(shell.err == "error: `a.zip`: entry `../a`: the path leaves the destination through `..`\n")
    }
}
