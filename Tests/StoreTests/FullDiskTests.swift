import Glibc
import SyncCore
import SyncPlatform
import SyncStore
import TestSupport
import Testing

/// On a real file system without room: a tmpfs of 1 MiB, which only root can mount.
@Suite("The state on a full disk") struct FullDiskTests {
    private static func canMount() async -> Bool {
        guard getuid() == 0, let child = try? ChildProcess(["mount", "--version"]) else { return false }
        _ = await child.lines()
        let answer = try? await withScratch { folder in try await mounted(in: folder) { _ in true } }
        return answer == true
    }

    private static func mounted<Result>(
        in folder: Directory, _ body: (Directory) async throws -> Result
    ) async throws -> Result? {
        let mount = try ChildProcess(["mount", "-t", "tmpfs", "-o", "size=1m", "assetsync-test", folder.path])
        guard await mount.wait() == 0 else { return nil }
        let outcome: Swift.Result<Result, any Error>
        do {
            outcome = .success(try await body(Directory(opening: folder.path)))
        } catch {
            outcome = .failure(error)
        }
        await _ = try ChildProcess(["umount", "-l", folder.path]).wait()
        return try outcome.get()
    }

    @Test("a full disk is exit code 7, loses nothing, and passes when there is room", .enabled { await canMount() })
    func full() async throws {
        try await withScratch { folder in
            let ran: Void? = try await Self.mounted(in: folder) { disk in
                let store = try await newStore(in: disk, durable: true)
                try await store.commitSwaps([SwapCommit(game: Samples.game("snake"), tree: Samples.tree("1"))])
                let error = await #expect(throws: StoreError.self) {
                    try await store.acceptManifest(
                        Samples.manifest, body: [UInt8](repeating: 7, count: 2 << 20),
                        wanted: [(Samples.game("pong"), Samples.wanted("1"))])
                }
                #expect(error == .full(path: databasePath(in: disk)))
                #expect(error?.exit == .diskFull)
                #expect(try await store.games().map(\.id) == [Samples.game("snake")])
                try await store.acceptManifest(
                    Samples.manifest, body: [1], wanted: [(Samples.game("pong"), Samples.wanted("1"))])
                #expect(try await store.games().count == 2)
                await store.close()
                let (_, outcome) = try await open(in: disk, .readWrite(durable: true))
                #expect(outcome == .existing)
            }
            try #require(ran != nil)
        }
    }

    @Test("no room for even a new database is exit code 7", .enabled { await canMount() })
    func noRoom() async throws {
        try await withScratch { folder in
            let ran: Void? = try await Self.mounted(in: folder) { disk in
                let filler = try disk.createFile("filler")
                let zeros = [UInt8](repeating: 0, count: 1 << 20)
                #expect(throws: PlatformError.self) {
                    while true {
                        try zeros.withUnsafeBufferPointer { bytes throws(PlatformError) in
                            try filler.writeAll(UnsafeRawBufferPointer(bytes), path: "filler")
                        }
                    }
                }
                let error = await #expect(throws: StoreError.self) {
                    try await open(in: disk, .readWrite(durable: true))
                }
                #expect(error?.exit == .diskFull)
                try disk.unlink("filler")
                #expect(ftruncate(filler.raw, 0) == 0)
                let store = try await newStore(in: disk)
                #expect(try await store.games() == [])
            }
            try #require(ran != nil)
        }
    }
}
