import Glibc
import SyncCore
import SyncPlatform
import TestSupport
import Testing

@Suite("The lock") struct FileLockTests {
    /// Another process that holds it until it is told to let go.
    private func holder(_ folder: Directory, verb: String) async throws -> ChildProcess {
        let child = try ChildProcess.probe("lock", folder.path, verb)
        try #require(await child.line() == "held")
        return child
    }

    @Test("whoever comes second is told at once who holds it, with exit code 8")
    func busy() async throws {
        try await withScratch { folder in
            let other = try await holder(folder, verb: "watch")
            let error = await #expect(throws: LockError.self) { try await FileLock.acquire(in: folder, verb: "sync") }
            guard case .busy(let path, let who) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(path == folder.path + "/lock")
            #expect(who.pid == other.pid)
            #expect(who.verb == "watch")
            let since = try #require(who.since)
            #expect(abs(since.seconds - SystemClock.now.seconds) < 600)
            #expect(error?.exit == .lockBusy)
            #expect(error?.summary == "the lock `\(path)` is held by `watch` (pid \(other.pid), since \(since))")
            #expect(try FileLock.holder(in: folder) == who)
        }
    }

    @Test("it is free for the next one after a release, and after `kill -9`", arguments: [true, false])
    func free(killed: Bool) async throws {
        try await withScratch { folder in
            let other = try await holder(folder, verb: "sync")
            if killed {
                other.signal(SIGKILL)
                await other.wait()
                // What it wrote is still there and means nothing.
                #expect(try folder.status("lock")?.size ?? 0 > 0)
            } else {
                other.send()
                #expect(await other.line() == "released")
            }
            #expect(try FileLock.holder(in: folder) == nil)
            let lock = try await FileLock.acquire(in: folder, verb: "sync")
            #expect(try FileLock.holder(in: folder)?.pid == getpid())
            lock.release()
            #expect(try FileLock.holder(in: folder) == nil)
            lock.release()
        }
    }

    @Test("who waits gets it when the holder lets go", arguments: [Duration.seconds(60), .seconds(Int64.max)])
    func wait(limit: Duration) async throws {
        try await withScratch { folder in
            let other = try await holder(folder, verb: "sync")
            async let lock = FileLock.acquire(in: folder, verb: "pause", wait: limit)
            try await Task.sleep(for: .milliseconds(200))
            #expect(try FileLock.holder(in: folder)?.pid == other.pid)
            other.send()
            try await lock.release()
        }
    }

    @Test("a wait ends with its limit, and with its task")
    func waitEnds() async throws {
        try await withScratch { folder in
            let other = try await holder(folder, verb: "sync")
            let error = await #expect(throws: LockError.self) {
                try await FileLock.acquire(in: folder, verb: "sync", wait: .milliseconds(300))
            }
            #expect(error?.code == "lock.busy")
            let waiting = Task { try await FileLock.acquire(in: folder, verb: "sync", wait: .seconds(3_600)) }
            waiting.cancel()
            await #expect(throws: LockError.cancelled(path: folder.path + "/lock")) { try await waiting.value }
            #expect(LockError.cancelled(path: "").exit == .interrupted)
            other.signal(SIGKILL)
        }
    }

    @Test("looking whether anybody holds it never makes a sync fail")
    func lookers() async throws {
        try await withScratch { folder in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        while !Task.isCancelled {
                            _ = try FileLock.holder(in: folder)
                            try? await Task.sleep(for: .milliseconds(1))
                        }
                    }
                }
                for _ in 0..<50 {
                    let lock = try await FileLock.acquire(in: folder, verb: "sync")
                    #expect(try FileLock.holder(in: folder)?.pid == getpid())
                    lock.release()
                }
                group.cancelAll()
            }
        }
    }

    @Test("of many at once one holds it at any moment")
    func exclusion() async throws {
        try await withScratch { folder in
            let inside = try folder.createFile("inside")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<5 {
                            let lock = try await FileLock.acquire(in: folder, verb: "sync", wait: .seconds(300))
                            // O_EXCL fails when somebody else is inside.
                            _ = try folder.createFile("token")
                            await Task.yield()
                            try folder.unlink("token")
                            lock.release()
                        }
                    }
                }
                try await group.waitForAll()
            }
            withExtendedLifetime(inside) {}
        }
    }

    @Test("when the file was removed under the holder, the next one locks the new file and both know their own")
    func removed() async throws {
        try await withScratch { folder in
            let first = try await FileLock.acquire(in: folder, verb: "sync")
            try folder.unlink("lock")
            let second = try await FileLock.acquire(in: folder, verb: "sync")
            first.release()
            #expect(try FileLock.holder(in: folder)?.pid == getpid())
            second.release()
        }
    }

    @Test("something else in its place is named", arguments: ["folder", "link", "pipe"])
    func notAFile(kind: String) async throws {
        try await withScratch { folder in
            switch kind {
            case "folder": try folder.makeNewDirectory("lock")
            case "link": try folder.makeLink("lock", target: "elsewhere")
            default: #expect(mkfifo(folder.path + "/lock", 0o644) == 0)
            }
            let error = await #expect(throws: LockError.self) { try await FileLock.acquire(in: folder, verb: "sync") }
            #expect(error?.code == "lock.kind")
            #expect(error?.exit == .internalError)
            #expect(error?.hint != nil)
            #expect(try folder.status("elsewhere") == nil)
            #expect(throws: LockError.self) { try FileLock.holder(in: folder) }
        }
    }

    @Test("nobody holds a lock that was never made, and looking makes none")
    func never() async throws {
        try await withScratch { folder throws in
            #expect(try FileLock.holder(in: folder) == nil)
            #expect(try folder.names() == [])
        }
    }

    @Test(
        "whatever somebody wrote into the file, the message stays one harmless line",
        arguments: ["", "1", "\u{1B}[2J", "99999999999999999999 x y\n", "-5 sync now\n", "1 a\u{7}b never\n"])
    func strangeContent(_ text: String) async throws {
        try await withScratch { folder in
            let other = try await holder(folder, verb: "sync")
            let file = try folder.openFile("lock", flags: O_WRONLY | O_TRUNC, mode: 0)
            try Array(text.utf8).withUnsafeBufferPointer { bytes throws(PlatformError) in
                try file.writeAll(UnsafeRawBufferPointer(bytes), path: "lock")
            }
            let error = await #expect(throws: LockError.self) { try await FileLock.acquire(in: folder, verb: "sync") }
            let summary = try #require(error?.summary)
            #expect(summary.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
            #expect(summary.hasPrefix("the lock `\(folder.path)/lock` is held by "))
            other.signal(SIGKILL)
        }
    }
}
