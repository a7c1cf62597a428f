import SyncCore
import SyncPlatform
import TestSupport
import Testing

@testable import SyncTransfer

@Suite("Cancellation") struct CancellationTests {
    /// Nothing but the cancellation can end it: the stall limit is an hour.
    @Test(
        "a cancelled download ends at once wherever it is, and keeps what came", .timeLimit(.minutes(5)),
        arguments: [
            [.stall(after: 30_000)], [.silence], [.status(503, fields: ["Retry-After": "60"])],
            [.slow(bytesPerSecond: 20_000)],
        ]
            as [[LoopbackFault]])
    func anywhere(_ faults: [LoopbackFault]) async throws {
        var settings = Harness.settings
        settings.stallTimeout = .seconds(3600)
        try await Harness.run(settings: settings) { harness in
            harness.server.script(Harness.path, faults)
            let request = try harness.request()
            let task = Task { try await harness.download(request) }
            try await eventually { !harness.server.requests.isEmpty }
            if case .stall? = faults.first {
                try await eventually { try harness.folder.status(request.partial.file)?.size == 30_000 }
            }
            task.cancel()
            await #expect(throws: TransferError.cancelled) { try await task.value }
            let kept = try harness.folder.status(request.partial.file)?.size ?? 0
            _ = try await harness.download(request)
            #expect(harness.ranges.last == .some(kept == 0 ? nil : "bytes=\(kept)-"))
        }
    }

    @Test("a cancelled task asks nothing, and one that waits for its turn lets go")
    func waiting() async throws {
        var settings = Harness.settings
        settings.parallel = 1
        try await Harness.run(settings: settings) { harness in
            harness.server.script(Harness.path, [.stall(after: 100)])
            let first = Task { try await harness.download(harness.request(game: "first")) }
            try await eventually { harness.server.requests.count == 1 }
            let second = Task { try await harness.download(harness.request(game: "second")) }
            try await eventually { try harness.names.contains { $0 != "" } }
            second.cancel()
            await #expect(throws: TransferError.cancelled) { try await second.value }
            #expect(harness.server.requests.count == 1)
            first.cancel()
            _ = await first.result
            _ = try await harness.download(harness.request(game: "third"))
        }
    }

    @Test("what waits is begun when what ran has stalled, without anything else happening")
    func afterStall() async throws {
        var settings = Harness.settings
        settings.parallel = 1
        settings.retries = 0
        settings.stallTimeout = .milliseconds(200)
        try await Harness.run(settings: settings) { harness in
            harness.server.always("/stalls.zip", .silence)
            try await withThrowingTaskGroup(of: Void.self) { group in
                let stalling = try harness.request("/stalls.zip", game: "first")
                let request = try harness.request(game: "second")
                group.addTask { await #expect(throws: TransferError.self) { try await harness.download(stalling) } }
                try await eventually { harness.server.requests.count == 1 }
                group.addTask { _ = try await harness.download(request) }
                try await group.waitForAll()
            }
            #expect(harness.server.requests.map(\.path) == ["/stalls.zip", "/game.zip"])
        }
    }

    @Test("a stopped loop ends what is under way and refuses what comes later")
    func stopped() async throws {
        try await Harness.run { harness in
            harness.server.script(Harness.path, [.stall(after: 30_000)])
            let task = Task { try await harness.download(harness.request()) }
            try await eventually { !harness.server.requests.isEmpty }
            harness.loop.stop()
            await #expect(throws: TransferError.cancelled) { try await task.value }
            try await harness.expect(.cancelled, of: harness.request(game: "late"))
        }
    }

    @Test("the partial is not touched while its bytes are hashed and the task is cancelled")
    func whileHashing() async throws {
        try await Harness.run { harness in
            let request = try harness.request()
            try await harness.leavePartial(50_000, of: request)
            #expect(throws: TransferError.cancelled) {
                _ = try PartialFile.open(request, isCancelled: { true })
            }
            #expect(try harness.bytes(request.partial.file) == Array(Sample.first.bytes.prefix(50_000)))
            #expect(try harness.folder.status(request.partial.record) != nil)
        }
    }
}
