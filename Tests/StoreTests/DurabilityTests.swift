import SyncCore
import SyncPlatform
import SyncStore
import TestSupport
import Testing

/// The order of writes and flushes as the kernel sees it (`strace`, Debian package of that name).
@Suite("Durability of the state") struct DurabilityTests {
    private static func canTrace() async -> Bool {
        guard let child = try? ChildProcess(["strace", "-qq", "-e", "trace=none", "-o", "/dev/null", "true"]) else {
            return false
        }
        return await child.wait() == 0
    }

    /// Of each commit that the probe speaks of: whether some bytes of a database file were not flushed at that moment.
    private func unflushed(_ folder: Directory, mode: String) async throws -> (perCommit: [Bool], folderFlushed: Bool) {
        let log = folder.path + "/trace"
        let child = try ChildProcess([
            "strace", "-f", "-y", "-qq", "-s", "16", "-o", log, "-e",
            "trace=pwrite64,write,ftruncate,fsync,fdatasync,unlink", ChildProcess.probePath, "write",
            databasePath(in: folder), mode, "30",
        ])
        try #require(await child.lines() == (1...30).map { "\($0)" })
        var dirty: Set<Substring> = []
        var perCommit: [Bool] = []
        var folderFlushed = false
        for line in try await python(
            "for line in open(args[0][:-len('state.sqlite3')] + 'trace'): print(line, end='')", in: folder)
        {
            // `123 pwrite64(5</path/state.sqlite3-wal>, …) = 4096`
            guard let start = line.firstIndex(of: "<"), let end = line.firstIndex(of: ">") else { continue }
            let path = line[line.index(after: start)..<end]
            if line.contains("write(1<") {
                perCommit.append(!dirty.isEmpty)
            } else if line.contains("fsync(") || line.contains("fdatasync(") {
                dirty.remove(path)
                if path == folder.path, perCommit.isEmpty { folderFlushed = true }
            } else if path.contains("state.sqlite3"), !path.hasSuffix("-shm") {
                dirty.insert(path)
            }
        }
        return (perCommit, folderFlushed)
    }

    @Test("a durable commit is on the disk when the call returns, its file's name too", .enabled { await canTrace() })
    func durable() async throws {
        try await withScratch { folder in
            let (perCommit, folderFlushed) = try await unflushed(folder, mode: "durable")
            #expect(perCommit == Array(repeating: false, count: 30))
            #expect(folderFlushed)
        }
    }

    @Test("a fast commit does not wait for the disk", .enabled { await canTrace() })
    func fast() async throws {
        try await withScratch { folder in
            let (perCommit, _) = try await unflushed(folder, mode: "fast")
            #expect(perCommit.count == 30)
            #expect(perCommit.contains(true))
        }
    }
}
