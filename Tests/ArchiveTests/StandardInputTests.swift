import SyncArchive
import SyncPlatform
import TestSupport
import Testing

/// Info-ZIP calls what it read from its standard input `-` and gives it the type of that: a pipe, or a socket where
/// Node.js started it.
@Suite("Packed from standard input") struct StandardInputTests {
    private static let socket = #"""
        import socket, subprocess, sys
        ours, theirs = socket.socketpair()
        process = subprocess.Popen(["zip", "-q", "a.zip", "-"], stdin=theirs)
        theirs.close()
        ours.sendall(b"hello\n")
        ours.close()
        sys.exit(process.wait())
        """#

    @Test(
        "data that came through a pipe is a file",
        arguments: ["echo hello | zip -q a.zip -", "echo hello | zip -q - - > a.zip"])
    func pipe(_ command: String) async throws {
        try await check { folder in try Tool.run(["sh", "-c", command], in: folder.path) }
    }

    @Test("and so is what came through a socket")
    func socket() async throws {
        try await check { folder in try Tool.python(Self.socket, in: folder.path) }
    }

    private func check(_ make: (Directory) throws -> Void) async throws {
        try await withScratch { folder in
            try make(folder)
            // As unzip has it.
            let theirs = try folder.makeDirectory("theirs")
            try Tool.run(["unzip", "-q", "../a.zip"], in: theirs.path)
            let expected = try read(theirs)
            let archive = try Archive(folder.openFile("a.zip"), path: "a.zip")
            let ours = try folder.makeDirectory("ours")
            let made = try await archive.extract(into: ours, on: lanes)
            #expect(made.map(\.kind) == [.file])
            let found = try read(ours)
            #expect(found.texts == ["-": "hello\n"])
            #expect(found.files == expected.files)
            #expect(try #require(found.modes["-"]) & 0o600 == 0o600)
        }
    }
}
