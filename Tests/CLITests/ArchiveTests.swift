import SyncCore
import Testing

@Suite("Archive") struct ArchiveTests {
    /// A tree with one of everything that is packed, and what macOS adds.
    let tree = """
        mkdir -p src/bin src/empty src/音楽; seq 100000 >src/bin/numbers; echo run >src/run; : >src/none
        chmod 755 src/run; echo ogg >'src/音楽/a b.ogg'; ln -s bin/numbers src/link; touch src/.DS_Store

        """

    @Test("what is packed comes out the same, of unzip and of extract")
    func roundTrip() async throws {
        let shell = try await Shell.run(
            tree + """
                umask 022; $PROGRAM archive a.zip src && unzip -q a.zip -d theirs && $PROGRAM -q extract a.zip ours
                rm src/.DS_Store
                diff -r src theirs/src && diff -r src ours/src && test -x theirs/src/run && test -L ours/src/link
                echo $?; test -d theirs/src/empty; echo $?; bsdtar -tf a.zip | LC_ALL=C sort
                """)
        #expect(
            shell.out.hasSuffix(
                """
                0
                0
                src/
                src/bin/
                src/bin/numbers
                src/empty/
                src/link
                src/none
                src/run
                src/音楽/
                src/音楽/a b.ogg

                """))
        #expect(shell.out.hasPrefix("packed 4 files, 4 folders, 1 link (575 KiB) into a.zip ("))
        #expect(shell.err == "")
    }

    @Test("the same files give the same bytes, whenever, wherever and by whomever they are packed")
    func reproducible() async throws {
        let shell = try await Shell.run(
            tree + """
                $PROGRAM -q archive a.zip src
                mkdir there; cp -r src there/; touch -d 2001-02-03 there/src/*; chmod g+w there/src/*; cd there
                (umask 077; TZ=Asia/Tokyo LC_ALL=C $PROGRAM -q archive ../b.zip ./src/run src/bin src//empty src); cd ..
                cmp a.zip b.zip; echo $?; ls
                """)
        #expect(shell.out == "0\na.zip\nb.zip\nerr\nout\nsrc\nthere\n")
        #expect(shell.err == "")
    }

    @Test(
        "a path is the name in the archive, without what leads out of the folder",
        arguments: [
            (".", "a d/ d/b l"), ("./", "a d/ d/b l"), ("a", "a"), ("./d//b", "d/b"), ("d/.", "d/ d/b"),
            ("../src/d", "src/d/ src/d/b"), ("..", "src/ src/a src/d/ src/d/b src/l"), ("l a", "a l"),
            ("l/", "l/ l/b"), ("l/b", "l/b"), ("a a d d/b", "a d/ d/b"), ("d/../a", "a"), ("-- a", "a"),
        ])
    func names(_ paths: String, _ names: String) async throws {
        let shell = try await Shell.run(
            """
            mkdir -p x/src/d; cd x/src; echo a >a; echo b >d/b; ln -s d l
            $PROGRAM -q archive ../../a.zip \(paths) && unzip -Z1 ../../a.zip | xargs
            """)
        #expect(shell.out == names + "\n")
        #expect(shell.err == "")
    }

    @Test("an absolute path loses its slash")
    func absolute() async throws {
        let shell = try await Shell.run(
            "echo a >a; $PROGRAM -q archive a.zip \"$PWD/a\"; test \"/$(unzip -Z1 a.zip)\" = \"$PWD/a\"")
        #expect(shell.status == 0)
    }

    @Test("a file that exists is kept unless --force is given, and is never packed into itself")
    func existing() async throws {
        let shell = try await Shell.run(
            """
            echo a >a; echo old >b.zip; $PROGRAM archive b.zip a; echo $?; cat b.zip
            $PROGRAM -q archive b.zip . --force; unzip -Z1 b.zip | xargs; ls
            """)
        #expect(shell.out == "1\nold\na err out\na\nb.zip\nerr\nout\n")
        #expect(
            shell.err == "error: `b.zip` exists already\nhint: Name another file, or replace it with `--force`\n")
    }

    @Test("a link of the archive's name gives way as itself")
    func outputLink() async throws {
        let shell = try await Shell.run(
            """
            echo a >a; echo safe >outside; ln -s outside b.zip; $PROGRAM archive b.zip a 2>/dev/null; echo $?
            $PROGRAM -q archive b.zip a --force; cat outside; test -L b.zip; echo $?
            """)
        #expect(shell.out == "1\nsafe\n1\n")
    }

    @Test(
        "what cannot be packed or written is said in words, with exit 1 and nothing made",
        arguments: [
            ("b.zip none", "`none` cannot be packed: there is no such file"),
            ("b.zip a none/b", "`none/b` cannot be packed: No such file or directory"),
            ("b.zip a/b", "`a/b` cannot be packed: Not a directory"),
            ("b.zip a fifo", "`fifo` cannot be packed: it is a device, pipe or socket"),
            ("b.zip d", "there are no files to pack"),
            (
                "b.zip a out-link",
                "`b.zip`: entry `out-link`: the symlink's target `/etc/passwd` leaves the destination"
            ),
            ("d a", "`d` cannot be written: it is a folder"),
            ("fifo a", "`fifo` cannot be written: it is a device, pipe or socket"),
            ("none/b.zip a", "`none/b.zip` cannot be written: No such file or directory"),
        ])
    func refusals(_ words: String, _ message: String) async throws {
        let shell = try await Shell.run(
            "mkdir d; echo a >a; mkfifo fifo; ln -s /etc/passwd out-link; $PROGRAM archive \(words); echo $?; ls")
        #expect(shell.out == "1\na\nd\nerr\nfifo\nout\nout-link\n")
        #expect(shell.err.hasPrefix("error: \(message)\n"))
    }

    @Test("a file that may not be read is named, and the archive that was there stays")
    func unreadable() async throws {
        let shell = try await Shell.run(
            """
            mkdir d; echo a >d/a; echo b >d/b; chmod 0 d/b; echo old >b.zip
            setpriv --bounding-set=-all $PROGRAM archive --force b.zip d; echo $?; cat b.zip; ls
            """)
        #expect(shell.out == "1\nold\nb.zip\nd\nerr\nout\n")
        #expect(shell.err.contains("`d/b`"))
        #expect(shell.err.contains("Permission denied"))
    }

    @Test("a full disk ends it with 7, and the archive that was there stays")
    func full() async throws {
        let shell = try await Shell.run(
            """
            seq 100000 >a; echo old >b.zip
            strace -f -qq -o /dev/null -e trace=pwrite64 -e inject=pwrite64:error=ENOSPC \\
                $PROGRAM archive --force b.zip a; echo $?; cat b.zip; ls
            """)
        #expect(shell.out == "7\nold\na\nb.zip\nerr\nout\n")
        #expect(shell.err.contains("no space left"))
        #expect(shell.err.contains("hint: Free some space, then try again"))
    }

    @Test("a signal ends it with 10, and the archive that was there stays", arguments: ["INT", "TERM"])
    func signal(_ signal: String) async throws {
        let shell = try await Shell.run(
            """
            truncate -s 1G large; echo old >b.zip
            env --default-signal=INT $PROGRAM archive --force b.zip large & run=$!
            until ls -d b.zip.assetsync-* >/dev/null 2>&1 || ! kill -0 $run; do sleep 0.01; done
            kill -\(signal) $run; wait $run; echo $?; cat b.zip; ls
            """)
        #expect(shell.out == "10\nold\nb.zip\nerr\nlarge\nout\n")
        #expect(shell.err == "error: interrupted; nothing was left behind\n")
    }

    @Test("with a password the content can be had only by it, and its file's newline is no part of it")
    func password() async throws {
        let shell = try await Shell.run(
            """
            echo 'a secret text' >a; printf 'pass word\\n' >p; $PROGRAM -q archive a.zip a --password-file p; echo $?
            grep -c 'secret text' a.zip; $PROGRAM extract a.zip x 2>/dev/null; echo $?
            $PROGRAM -q extract a.zip x --password-file p; cat x/a
            7zz e -so '-ppass word' a.zip a
            """)
        #expect(shell.out == "0\n0\n1\na secret text\na secret text\n")
    }

    @Test("levels go from none to small")
    func levels() async throws {
        let shell = try await Shell.run(
            """
            seq 200000 >a; for l in 0 1 9; do $PROGRAM -q archive $l.zip a --level $l; stat -c %s $l.zip; done
            unzip -v 0.zip | grep -c Stored; $PROGRAM archive x.zip a --level 10; echo $?
            """)
        let sizes = shell.out.split(separator: "\n").compactMap { Int($0) }
        try #require(sizes.count == 5)
        #expect(sizes[0] > 1_288_895 && sizes[0] > sizes[1] && sizes[1] > sizes[2])
        #expect(sizes[3...] == [1, 2])
        #expect(shell.err.hasPrefix("error: `--level`: the level is not 0 to 9\n"))
    }

    @Test("with --json standard output is one object, and with --progress json standard error is lines of them")
    func json() async throws {
        let shell = try await Shell.run(
            "mkdir d; echo a >d/a; $PROGRAM archive a.zip d --json --progress json && stat -c %s a.zip")
        let lines = shell.out.split(separator: "\n")
        try #require(lines.count == 2)
        #expect(
            lines[0]
                == #"{"schema":1,"result":"success","exit":0,"archive":"a.zip","files":1,"folders":1,"links":0,"#
                + #""bytes":2,"archive_bytes":\#(lines[1]),"error":null}"#)
        let progress = try shell.err.split(separator: "\n").map { try JSON(parsing: Array($0.utf8)) }
        #expect(progress.first?["phase"]?.text == "archive")
        #expect(progress.first?["total"]?.integer == 2)
        #expect(progress.last?["type"]?.text == "result")
        #expect(progress.last?["archive_bytes"]?.integer == Int64(lines[1]))
    }

    @Test("thousands of paths need few descriptors")
    func manyPaths() async throws {
        let shell = try await Shell.run(
            """
            mkdir d; cd d; for i in $(seq 300); do mkdir $i; echo $i >$i/a; done; ulimit -n 100
            $PROGRAM archive ../a.zip */a && $PROGRAM archive ../b.zip *
            """)
        #expect(shell.err == "")
        #expect(shell.out.hasPrefix("packed 300 files (1.0 KiB) into ../a.zip"))
        #expect(shell.out.contains("packed 300 files, 300 folders (1.0 KiB) into ../b.zip"))
    }

    @Test("without a path the usage is wrong")
    func usage() async throws {
        let shell = try await Shell.run("$PROGRAM archive a.zip; echo $?; $PROGRAM archive - a; echo $?")
        #expect(shell.out == "2\n2\n")
        #expect(shell.err.hasPrefix("error: `archive` needs at least one PATH\nhint: See `assetsync archive --help`\n"))
        #expect(shell.err.contains("error: ARCHIVE: an archive cannot be written to standard output\n"))
    }
}
