import SyncCore
import TestSupport
import Testing

@Suite("Extract") struct ExtractTests {
    @Test("an archive is unpacked into a new folder, and so are the folders above it made")
    func newFolder() async throws {
        let shell = try await Shell.run(
            tell + "$PROGRAM extract a.zip x/y/dir && tell x", files: ["a.zip": Archives.good])
        #expect(shell.status == 0)
        #expect(
            shell.out == """
                unpacked 3 files, 1 folder (15 B) to x/y/dir
                ./y/
                ./y/dir/
                ./y/dir/a.txt: new a
                ./y/dir/b.txt: new b
                ./y/dir/img/
                ./y/dir/img/c.png: new c

                """)
        #expect(shell.err == "")
    }

    @Test("what comes out is what unzip makes of it: contents, modes, times and links")
    func sameAsUnzip() async throws {
        let shell = try await Shell.run(
            """
            umask 022; mkdir -p src/bin src/empty; seq 100000 >src/bin/numbers; echo run >src/run
            chmod 755 src/run; chmod 600 src/bin/numbers; chmod 750 src/bin; ln -s bin/numbers src/link
            touch -d 2020-02-29T12:34:56Z src/run src/empty
            (cd src && zip -qry ../a.zip .)
            list() { (cd "$1" && find . -mindepth 1 ! -type l -printf '%P %M %y %T@\\n' | sort); }
            unzip -qX a.zip -d theirs && $PROGRAM -q extract a.zip ours \\
                && diff -r theirs ours && list theirs >t && list ours >o && diff t o
            """)
        #expect(shell.status == 0)
        #expect(shell.out == "")
        #expect(shell.err == "")
    }

    @Test("a folder that is there and empty stays the same folder")
    func emptyFolder() async throws {
        let shell = try await Shell.run(
            """
            mkdir -m 750 dir; stat -c '%i %a' dir
            $PROGRAM -q extract a.zip dir; stat -c '%i %a' dir; ls dir; ls -A
            cd dir && rm -r * && $PROGRAM -q extract ../a.zip . && ls
            """, files: ["a.zip": Archives.good])
        let lines = shell.out.split(separator: "\n")
        #expect(lines.first == lines.dropFirst().first)
        #expect(lines.dropFirst(2) == ["a.txt", "b.txt", "img", "a.zip", "dir", "err", "out", "a.txt", "b.txt", "img"])
        #expect(shell.err == "")
    }

    @Test("a folder that is not empty is refused and left alone")
    func notEmpty() async throws {
        let shell = try await Shell.run(
            tell + "mkdir dir; echo old >dir/a.txt; $PROGRAM extract a.zip dir; echo $?; tell dir; ls -A",
            files: ["a.zip": Archives.good])
        #expect(shell.out == "1\n./a.txt: old\na.zip\ndir\nerr\nout\n")
        #expect(
            shell.err == """
                error: `dir` is not empty
                hint: Name a new folder, or use `--overwrite` to unpack over what is there

                """)
    }

    @Test(
        "the first bad entry is named, exit is 1, and nothing is left behind",
        arguments: ["dir", "x/y/dir", "./x//dir/", "empty", "$PWD/dir", "empty/../dir"])
    func badEntry(_ folder: String) async throws {
        let shell = try await Shell.run(
            "mkdir empty; $PROGRAM extract a.zip \(folder); echo $?; ls -A; ls -A empty", files: ["a.zip": Archives.bad]
        )
        #expect(shell.out == "1\na.zip\nempty\nerr\nout\n")
        #expect(
            shell.err
                == "error: `a.zip`: entry `img/c.png`: checksum mismatch: CRC-32 "
                + "\(hex(checksum(Array("new c".utf8)))), the directory says 00000001\n")
    }

    private func hex(_ value: UInt32) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    @Test(
        "what cannot be unpacked, or unpacked to, is said in words, with exit 1 and nothing made",
        arguments: [
            ("none.zip dir", "`none.zip` cannot be read: No such file or directory"),
            (". dir", "`.` cannot be read: it is a folder"),
            ("page dir", "`page`: not a zip archive but an HTML page: `<!doctype html><p>Log in`"),
            ("/dev/null dir", "`/dev/null` cannot be read: it is not a regular file"),
            ("a.zip page", "`page` cannot be used as a folder: Not a directory"),
            ("a.zip page/x", "`page/x` cannot be used as a folder: Not a directory"),
            ("a.zip nowhere", "`nowhere` cannot be used as a folder: No such file or directory"),
            ("a.zip missing/..", "`missing/..` cannot be used as a folder: No such file or directory"),
        ])
    func refusals(_ words: String, _ message: String) async throws {
        let shell = try await Shell.run(
            "ln -s nothing nowhere; $PROGRAM extract \(words); echo $?; ls -A",
            files: ["a.zip": Archives.good, "page": Array("<!doctype html><p>Log in".utf8)])
        #expect(shell.out == "1\na.zip\nerr\nnowhere\nout\npage\n")
        #expect(shell.err.hasPrefix("error: \(message)\n"))
    }

    @Test("a tree of many levels needs few descriptors, and goes away with them")
    func deep() async throws {
        let deep = ZipMember(String(repeating: "d/", count: 400) + "f", "x")
        let bad = ZipMember("z", "z").with { $0.central.crc = 1 }
        let shell = try await Shell.run(
            """
            ulimit -n 200; $PROGRAM extract bad.zip dir 2>/dev/null; echo $?
            $PROGRAM extract good.zip dir; $PROGRAM extract good.zip dir --overwrite; ls -A
            """, files: ["bad.zip": ZipMaker([deep, bad]).bytes(), "good.zip": ZipMaker([deep]).bytes()])
        #expect(
            shell.out == """
                1
                unpacked 1 file, 400 folders (1 B) to dir
                unpacked 1 file, 400 folders (1 B) to dir, 1 replaced
                bad.zip
                dir
                err
                good.zip
                out

                """)
        #expect(shell.err == "")
    }

    @Test("no configuration is read, and any umask will do", arguments: ["077", "777"])
    func surroundings(_ umask: String) async throws {
        let shell = try await Shell.run(
            """
            umask \(umask); export ASSETSYNC_CONFIG=/nonexistent HOME=/nonexistent
            $PROGRAM -q --config missing.toml extract a.zip dir && cat dir/img/c.png && stat -c %a dir
            """, files: ["a.zip": Archives.good])
        #expect(shell.status == 0)
        #expect(shell.out == "new c700\n")
    }

    @Test("without DIR the usage is wrong, and a word too many is named")
    func usage() async throws {
        let missing = try await Shell.run("$PROGRAM extract a.zip", files: ["a.zip": Archives.good])
        #expect(missing.status == 2)
        #expect(missing.err == "error: `extract` needs DIR\nhint: See `assetsync extract --help`\n")
        let extra = try await Shell.run("$PROGRAM extract a.zip dir more")
        #expect(extra.status == 2)
        #expect(extra.err.hasPrefix("error: `extract` has no use for `more`\n"))
    }
}
