import Glibc
import SyncCore
import SyncPlatform
import SyncStore
import TestSupport
import Testing

/// The probe becomes user 65534 (`nobody`) when the tests run as root; else the tests' own user is ordinary enough.
@Suite("The state and permissions") struct PermissionTests {
    private func lines(_ folder: Directory, _ mode: String) async throws -> [String] {
        let child = try ChildProcess.probe("open", databasePath(in: folder), mode, "65534")
        child.closeInput()
        return await child.lines()
    }

    /// `folder` becomes readable by everybody; nobody but its owner may write.
    private func share(_ folder: Directory, file: mode_t = 0o644, folder mode: mode_t = 0o755) throws {
        for name in try folder.names() { chmod(folder.path + "/" + name, file) }
        chmod(folder.path, mode)
    }

    @Test("who may only read gets `not writable` and exit code 11, before anything else happens")
    func notWritable() async throws {
        try await withScratch { folder in
            try await closedDatabase(in: folder)
            try share(folder, file: 0o444, folder: 0o555)
            let before = try folder.names().sorted()
            let answer = try #require(await lines(folder, "durable").first)
            #expect(answer.hasPrefix("error store.not-writable 11 cannot write the state database"))
            #expect(try folder.names().sorted() == before)
            chmod(folder.path, 0o755)
        }
    }

    @Test("a folder in which nothing can be made is named")
    func folderNotWritable() async throws {
        try await withScratch { folder in
            try share(folder, folder: 0o555)
            let answer = try #require(await lines(folder, "fast").first)
            #expect(answer.hasPrefix("error store.not-writable 11 "))
            #expect(answer.hasSuffix("Permission denied"))
            chmod(folder.path, 0o755)
        }
    }

    @Test("a database that may not be read is no reason to set it aside", arguments: ["read", "durable"])
    func notReadable(mode: String) async throws {
        try await withScratch { folder in
            try await closedDatabase(in: folder)
            try share(folder, file: 0o000)
            let answer = try #require(await lines(folder, mode).first)
            let code = mode == "read" ? "store.not-readable" : "store.not-writable"
            #expect(answer.hasPrefix("error \(code) 11 "))
            #expect(answer.hasSuffix("Permission denied"))
            #expect(try folder.names().allSatisfy { !$0.contains("corrupt") })
        }
    }

    @Test("an ordinary user reads the state that root left", arguments: [true, false])
    func reads(companions: Bool) async throws {
        try await withScratch { folder in
            try await closedDatabase(in: folder)
            if !companions {
                // A backup, or another program's clean close, leaves the file alone.
                for suffix in ["-wal", "-shm"] where try folder.status("state.sqlite3" + suffix) != nil {
                    try folder.unlink("state.sqlite3" + suffix)
                }
            }
            try share(folder, folder: 0o555)
            #expect(try await lines(folder, "read").starts(with: ["existing", "games snake"]))
            if !companions { #expect(try folder.names() == ["state.sqlite3"]) }
        }
    }

    @Test("to read a state that is read-only for a while leaves nothing behind that cannot be written later")
    func readOnlyForAWhile() async throws {
        try await withScratch { folder in
            try await closedDatabase(in: folder)
            for suffix in ["-wal", "-shm"] where try folder.status("state.sqlite3" + suffix) != nil {
                try folder.unlink("state.sqlite3" + suffix)
            }
            chmod(databasePath(in: folder), 0o444)
            let (store, _) = try await open(in: folder, .readOnly)
            #expect(try await store.games().map(\.id.text) == ["snake"])
            await store.close()
            #expect(try folder.names() == ["state.sqlite3"])
            chmod(databasePath(in: folder), 0o644)
            let (writer, outcome) = try await open(in: folder, .readWrite(durable: true))
            #expect(outcome == .existing)
            try await writer.setHold([Samples.game("pong")], .paused)
            #expect(try #require(try folder.status("state.sqlite3-wal")).mode & 0o600 == 0o600)
        }
    }

    @Test("a new state is for its owner and group alone: the manifest in it may have secrets in its URLs")
    func mode() async throws {
        try await withScratch { folder in
            let (store, outcome) = try await open(in: folder, .readWrite(durable: true))
            #expect(outcome == .created)
            try await store.setHold([Samples.game("pong")], .paused)
            for name in try folder.names() {
                #expect(try #require(try folder.status(name)).mode & 0o027 == 0, "\(name)")
            }
        }
    }

    @Test("an ordinary user follows what root writes meanwhile", arguments: [true, false])
    func follows(companions: Bool) async throws {
        try await withScratch { folder in
            try await closedDatabase(in: folder)
            if !companions {
                for suffix in ["-wal", "-shm"] where try folder.status("state.sqlite3" + suffix) != nil {
                    try folder.unlink("state.sqlite3" + suffix)
                }
            }
            try share(folder)
            let reader = try ChildProcess.probe("open", databasePath(in: folder), "read", "65534")
            try #require(await reader.line() == "existing")
            #expect(await reader.line() == "games snake")
            #expect(await reader.line() == "open")
            let (store, _) = try await open(in: folder, .readWrite(durable: false))
            try await store.setHold([Samples.game("pong")], .paused)
            reader.send()
            #expect(await reader.line() == "games pong,snake")
        }
    }

    @Test("an ordinary user reads what a killed writer left in the log")
    func readsAfterKill() async throws {
        try await withScratch { folder in
            let writer = try ChildProcess.probe("write", databasePath(in: folder), "fast", "1000000")
            for number in 1...20 { try #require(await writer.line() == "\(number)") }
            writer.signal(SIGKILL)
            await writer.wait()
            try #require(try folder.status("state.sqlite3-wal")?.size ?? 0 > 0)
            try share(folder)
            #expect(try await lines(folder, "read").starts(with: ["existing", "games snake"]))
        }
    }
}
