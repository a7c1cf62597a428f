import Testing

@Suite("Stopping extract") struct ExtractStopTests {
    /// Half a second of work and more, from a file that costs little to make.
    let large = "truncate -s 300M large; zip -1qm a.zip large\n"

    @Test("a signal ends it with 10 and leaves nothing behind", arguments: ["INT", "TERM", "HUP"], ["new/dir", "dir"])
    func signal(_ signal: String, _ folder: String) async throws {
        let shell = try await Shell.run(
            """
            \(large)mkdir dir; echo mine >dir/mine
            env --default-signal=INT $PROGRAM extract a.zip \(folder) --overwrite & run=$!
            until ls -d \(folder).assetsync-* >/dev/null 2>&1 || ! kill -0 $run; do sleep 0.01; done
            kill -\(signal) $run; wait $run; echo $?; ls -A . dir
            """)
        #expect(shell.out == "10\n.:\na.zip\ndir\nerr\nout\n\ndir:\nmine\n")
        #expect(shell.err == "error: interrupted; nothing was left behind\n")
    }

    @Test("after kill -9 the folder is as it was; what is beside it says by its name what it is")
    func killed() async throws {
        let shell = try await Shell.run(
            """
            \(large)mkdir dir; echo mine >dir/-
            $PROGRAM extract a.zip dir --overwrite & run=$!
            until ls -d dir.assetsync-* >/dev/null 2>&1 || ! kill -0 $run; do sleep 0.01; done
            kill -9 $run; wait $run 2>/dev/null; cat dir/-; ls -A dir; ls | grep -c '^dir.assetsync-'
            """)
        #expect(shell.out == "mine\n-\n1\n")
    }

    @Test("a full disk ends it with 7 and leaves nothing behind")
    func full() async throws {
        // Writing fails on standard error too, so only the exit code can tell.
        let shell = try await Shell.run(
            """
            seq 100000 >a; zip -q a.zip a
            strace -f -qq -o /dev/null -e trace=write -e inject=write:error=ENOSPC $PROGRAM extract a.zip dir
            echo $?; ls -A
            """)
        #expect(shell.out == "7\na\na.zip\nerr\nout\n")
    }
}
