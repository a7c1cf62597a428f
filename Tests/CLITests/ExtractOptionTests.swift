import SyncCore
import TestSupport
import Testing

@Suite("Options of extract") struct ExtractOptionTests {
    /// A secret that other programs than ours put into the archive.
    let secret = "echo data >secret.txt; zip -qP 'pass word' a.zip secret.txt; rm secret.txt\n"

    @Test("the password is read from a file, without the newline at its end", arguments: ["%s", "%s\\n", "%s\\r\\n"])
    func password(_ form: String) async throws {
        let shell = try await Shell.run(
            secret
                + "printf '\(form)' 'pass word' >p; $PROGRAM extract a.zip dir --password-file p && cat dir/secret.txt")
        #expect(shell.out == "unpacked 1 file (5 B) to dir\ndata\n")
        #expect(shell.err == "")
    }

    @Test(
        "without the password, or with another, the entry is named, nothing is made, and no password is told",
        arguments: [
            ("", "entry `secret.txt`: it is encrypted and a password is required", "--password-file"),
            ("--password-file wrong", "entry `secret.txt`: wrong password", "Check what the password file holds"),
            ("--password-file none", "the secret file `none` cannot be read: No such file or directory", "0600"),
            ("--password-file empty", "the secret file `empty` is empty", "0600"),
        ])
    func noPassword(_ option: String, _ message: String, _ hint: String) async throws {
        let shell = try await Shell.run(
            secret + "echo tiger >wrong; : >empty; $PROGRAM extract a.zip dir \(option); echo $?; ls -A")
        #expect(shell.out == "1\na.zip\nempty\nerr\nout\nwrong\n")
        #expect(shell.err.contains(message))
        #expect(shell.err.contains(hint))
        #expect(!shell.err.contains("tiger"))
    }

    @Test("names in an old encoding are read by the one that is named")
    func nameEncoding() async throws {
        // 游戏 in GB18030, which as Shift-JIS is ﾓﾎﾏｷ.
        let zip = ZipMaker([ZipMember(name: [0xD3, 0xCE, 0xCF, 0xB7], data: [])])
        let shell = try await Shell.run(
            """
            for e in auto gb18030 shift_jis klingon; do $PROGRAM -q extract a.zip $e --name-encoding $e; echo $?; done
            ls auto gb18030 shift_jis
            """, files: ["a.zip": zip.bytes()])
        #expect(shell.out == "0\n0\n0\n2\nauto:\n游戏\n\ngb18030:\n游戏\n\nshift_jis:\nﾓﾎﾏｷ\n")
        #expect(shell.err.hasPrefix("error: the name encoding `klingon` is not known\n"))
    }

    @Test(
        "globs choose entries as .gitignore does",
        arguments: [
            ("'*.png'", "a.png b/c.png b/d/e.png"), ("b", "b/c.png b/d/e.png b/d/f.txt"), ("'b/*.png'", "b/c.png"),
            ("'/*.png'", "a.png"), ("'**/d' --only 'a.*'", "a.png b/d/e.png b/d/f.txt"), ("'b/**/f.*'", "b/d/f.txt"),
        ])
    func only(_ globs: String, _ expected: String) async throws {
        let zip = ZipMaker(files: ["a.png", "b/c.png", "b/d/e.png", "b/d/f.txt"].map { ($0, "x") })
        let shell = try await Shell.run(
            "$PROGRAM -q extract a.zip dir --only \(globs) && cd dir && find * -type f | LC_ALL=C sort | xargs",
            files: ["a.zip": zip.bytes()])
        #expect(shell.out == expected + "\n")
    }

    @Test("a glob that chooses nothing is a mistake: nothing is unpacked")
    func noMatch() async throws {
        let shell = try await Shell.run(
            "$PROGRAM extract a.zip dir --only a.txt --only '*.jpg'; echo $?; ls -A", files: ["a.zip": Archives.good])
        #expect(shell.out == "1\na.zip\nerr\nout\n")
        #expect(
            shell.err == """
                error: `a.zip`: no entry matches `*.jpg`
                hint: `assetsync extract --list` shows what the archive holds

                """)
        #expect(try await Shell.run("$PROGRAM extract a.zip dir --only /").status == 2)
    }

    @Test("what was not chosen need not be good")
    func onlyGood() async throws {
        let shell = try await Shell.run(
            tell + "$PROGRAM -q extract a.zip dir --only '*.txt' && tell dir", files: ["a.zip": Archives.bad])
        #expect(shell.out == "./a.txt: new a\n./b.txt: new b\n")
    }

    @Test("with --json standard output is one object, whatever happens")
    func json() async throws {
        let good = try await Shell.run("$PROGRAM extract a.zip dir --json", files: ["a.zip": Archives.link])
        #expect(
            good.out
                == #"{"schema":1,"result":"success","exit":0,"archive":"a.zip","folder":"dir","files":1,"folders":0,"#
                + #""links":1,"bytes":5,"replaced":0,"warnings":[],"error":null}"# + "\n")
        #expect(good.err == "")
        let bad = try await Shell.run("$PROGRAM extract a.zip dir --json", files: ["a.zip": Archives.bad])
        #expect(bad.status == 1)
        let object = try JSON(parsing: Array(bad.out.utf8))
        #expect(object["result"]?.text == "failed")
        #expect(object["exit"]?.integer == 1)
        #expect(object["files"]?.integer == 0)
        #expect(object["error"]?["entry"]?.text == "img/c.png")
        #expect(object["error"]?["code"]?.text == "archive.entry.checksum")
        #expect(bad.err.hasPrefix("error: `a.zip`: entry `img/c.png`: "))
    }

    @Test("with --progress json standard error is JSON lines, the last of them the result")
    func progressJSON() async throws {
        for (zip, exit) in [(Archives.good, Int64(0)), (Archives.bad, 1)] {
            let shell = try await Shell.run("$PROGRAM extract a.zip dir --progress json", files: ["a.zip": zip])
            let lines = try shell.err.split(separator: "\n").map { try JSON(parsing: Array($0.utf8)) }
            let first = try #require(lines.first)
            #expect(first["type"]?.text == "progress")
            #expect(first["phase"]?.text == "extract")
            #expect(first["total"]?.integer == 15)
            #expect(first["entry"]?.integer == 1)
            #expect(first["entries"]?.integer == 3)
            #expect(first["name"]?.text == "a.txt")
            #expect(lines.last?["type"]?.text == "result")
            #expect(lines.last?["exit"]?.integer == exit)
        }
    }

    @Test("a warning is told, and with -q nothing but failures is")
    func warnings() async throws {
        let zip = ZipMaker(files: [("A.txt", "1"), ("a.txt", "2")]).bytes()
        let shell = try await Shell.run(
            "$PROGRAM extract a.zip dir; echo =; $PROGRAM -q extract a.zip dir2", files: ["a.zip": zip])
        #expect(shell.out == "unpacked 2 files (2 B) to dir\n=\n")
        #expect(shell.err.hasPrefix("warning: "))
        #expect(shell.err.contains("`A.txt`") && shell.err.contains("`a.txt`"))
        #expect(shell.err.split(separator: "\n").count == 1)
    }

    @Test("on a terminal a bar shows bytes, entries and the present one, within the width, and goes away")
    func bar() async throws {
        let shell = try await Shell.run(
            """
            truncate -s 600MB long-name-of-a-file-that-does-not-fit-into-forty-columns.bin; zip -1qm a.zip *.bin
            script -qec 'stty cols 40 rows 20; $PROGRAM extract a.zip dir' /dev/null
            """)
        #expect(shell.status == 0)
        #expect(shell.out.contains("extract  ["))
        #expect(shell.out.contains("1 of 1"))
        #expect(shell.out.contains("  …-does-not-fit-into-forty-columns.bin"))
        #expect(shell.out.hasSuffix("\u{1B}[2A\runpacked 1 file (572 MiB) to dir\r\n"))
    }
}
