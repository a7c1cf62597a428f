import TestSupport
import Testing

@Suite("Extract over files") struct ExtractOverwriteTests {
    /// A folder with files of its own and of the archive's names.
    let dir = """
        mkdir -p dir/img; echo 'a much longer old text' >dir/a.txt; echo mine >dir/mine; echo mine >dir/img/mine
        chmod 711 dir/img

        """
    /// What the folder looks like: names, kinds, sizes, modes, times, inodes.
    let look = #"look() { find dir -printf '%p %y %l %s %m %T@ %C@ %i\n' | LC_ALL=C sort; }"# + "\n"

    @Test("files of the archive replace those of the same name as a whole, all others stay")
    func merges() async throws {
        let shell = try await Shell.run(
            tell + dir + "$PROGRAM extract a.zip dir --overwrite; echo $?; tell dir; stat -c %a dir/img; ls -A",
            files: ["a.zip": Archives.good])
        #expect(
            shell.out == """
                unpacked 3 files, 1 folder (15 B) to dir, 1 replaced
                0
                ./a.txt: new a
                ./b.txt: new b
                ./img/
                ./img/c.png: new c
                ./img/mine: mine
                ./mine: mine
                711
                a.zip
                dir
                err
                out

                """)
        #expect(shell.err == "")
    }

    @Test("a symbolic link gives way as itself: nothing is written through it")
    func replacesLink() async throws {
        let shell = try await Shell.run(
            tell + """
                mkdir dir; echo safe >outside; ln -s ../outside dir/a.txt; ln -s nothing dir/b.txt
                $PROGRAM -q extract a.zip dir --overwrite && tell dir && cat outside
                """, files: ["a.zip": Archives.good])
        #expect(shell.status == 0)
        #expect(shell.out == "./a.txt: new a\n./b.txt: new b\n./img/\n./img/c.png: new c\nsafe\n")
    }

    @Test(
        "where a folder meets something else, nothing at all is changed",
        arguments: [
            ("mkdir outside; ln -s ../outside dir/img", "img", "a symbolic link"),
            ("echo x >dir/img", "img", "a file"), ("mkfifo dir/img", "img", "a device, pipe or socket"),
            ("mkdir dir/b.txt", "b.txt", "a folder"), ("mkfifo dir/b.txt", "b.txt", "a device, pipe or socket"),
        ])
    func conflicts(_ setUp: String, _ name: String, _ found: String) async throws {
        let shell = try await Shell.run(
            look + """
                mkdir dir; echo old >dir/a.txt; \(setUp); look >before
                $PROGRAM extract a.zip dir --overwrite; echo $?
                look | diff before - && ls -A outside 2>/dev/null; rm before; rm -rf outside; ls -A
                """, files: ["a.zip": Archives.good])
        #expect(shell.out == "1\na.zip\ndir\nerr\nout\n")
        #expect(
            shell.err == """
                error: entry `\(name)`: in `dir` it is \(found) already
                hint: Move that away, or name a new folder

                """)
    }

    @Test("a bad archive changes nothing, not even a time")
    func badEntry() async throws {
        let shell = try await Shell.run(
            look + dir + "look >before; $PROGRAM extract a.zip dir --overwrite; echo $?; look | diff before -; ls -A",
            files: ["a.zip": Archives.bad])
        #expect(shell.out == "1\na.zip\nbefore\ndir\nerr\nout\n")
        #expect(shell.err.contains("entry `img/c.png`: checksum mismatch"))
    }

    /// strace(1) makes the renames from the given one on, or only that one, fail.
    func failing(_ renames: String, error: String) async throws -> Shell {
        try await Shell.run(
            tell + dir + """
                echo 'old b' >dir/b.txt
                strace -f -qq -o /dev/null -e trace=renameat2 -e inject=renameat2:error=\(error):when=\(renames) \\
                    $PROGRAM extract a.zip dir --overwrite; echo $?; tell dir; ls -A
                """, files: ["a.zip": Archives.good])
    }

    @Test("when putting the files in place fails on the way, those that were are taken back", arguments: [1, 2, 3])
    func undone(_ rename: Int) async throws {
        let shell = try await failing("\(rename)", error: "EIO")
        #expect(
            shell.out == """
                1
                ./a.txt: a much longer old text
                ./b.txt: old b
                ./img/
                ./img/mine: mine
                ./mine: mine
                a.zip
                dir
                err
                out

                """)
        let name = ["a.txt", "b.txt", "img/c.png"][rename - 1]
        #expect(shell.err == "error: `dir/\(name)` could not be put in place: Input/output error\n")
    }

    @Test("when they cannot be taken back either, what was there is kept and it is said where")
    func notUndone() async throws {
        let shell = try await failing("2+", error: "EIO")
        #expect(shell.out.hasPrefix("1\n./a.txt: new a\n./b.txt: old b\n"))
        let staging = try #require(shell.out.split(separator: "\n").first { $0.hasPrefix("dir.assetsync-") })
        #expect(
            shell.err.hasPrefix(
                "error: `dir/b.txt` could not be put in place: Input/output error; `dir/a.txt` could not be put back\n"
                    + "hint: What was there before is kept in `/"))
        #expect(shell.err.hasSuffix("/\(staging)`\n"))
    }

    @Test("a file system that cannot exchange two names is served with two renames")
    func withoutExchange() async throws {
        let shell = try await failing("1+", error: "EINVAL")
        #expect(
            shell.out == """
                unpacked 3 files, 1 folder (15 B) to dir, 2 replaced
                0
                ./a.txt: new a
                ./b.txt: new b
                ./img/
                ./img/c.png: new c
                ./img/mine: mine
                ./mine: mine
                a.zip
                dir
                err
                out

                """)
    }

    @Test("folders that may not be written are moved all the same, by a user without privileges")
    func readOnlyFolders() async throws {
        let zip = ZipMaker([.folder("ro/", mode: 0o40555), ZipMember("ro/a", "new", mode: 0o100444)])
        let shell = try await Shell.run(
            """
            mkdir dir; echo mine >dir/mine; as='setpriv --bounding-set=-all'
            $as $PROGRAM -q extract a.zip dir --overwrite && stat -c %a dir/ro && cat dir/ro/a
            chmod 755 dir/ro; $as $PROGRAM extract a.zip dir --overwrite; stat -c %a dir/ro
            chmod 500 .; $as $PROGRAM extract a.zip dir --overwrite; chmod 700 .; ls -A . dir
            """, files: ["a.zip": zip.bytes()])
        #expect(
            shell.out == """
                555
                newunpacked 1 file, 1 folder (3 B) to dir, 1 replaced
                755
                unpacked 1 file, 1 folder (3 B) to dir, 1 replaced
                .:
                a.zip
                dir
                err
                out

                dir:
                mine
                ro

                """)
        #expect(shell.err == "")
    }
}
