import SyncCore
import SyncPlatform
import TestSupport
import Testing

@testable import SyncTransfer

@Suite("Allowance") struct AllowanceTests {
    private func run(
        _ allowance: Allowance, retries: Int = 3,
        _ resource: LoopbackServer.Resource = .init(Sample.first.bytes),
        _ body: (Harness) async throws -> Void
    ) async throws {
        try await withScratch { folder in
            try await LoopbackServer.serving([Harness.path: resource]) { server in
                var settings = Harness.settings
                settings.retries = retries
                let loop = try TransferLoop(settings, allowance: allowance, logger: .silent)
                defer { loop.stop() }
                try await body(Harness(server: server, folder: folder, loop: loop))
            }
        }
    }

    @Test("every byte off the wire is taken off, heads included, and nothing more")
    func exact() async throws {
        let allowance = Allowance(bytes: 1_000_000)
        try await run(allowance) { harness in
            harness.server.script(Harness.path, [.status(503)], [.cut(after: 30_000)])
            let download = try await harness.download(harness.request())
            #expect(allowance.left == 1_000_000 - download.downloadedBytes)
            #expect(allowance.left == 1_000_000 - harness.loop.receivedBytes)
            #expect(download.downloadedBytes > 100_000)
        }
    }

    @Test("an archive that does not fit is not begun, once, and both numbers are named")
    func notBegun() async throws {
        let allowance = Allowance(bytes: 99_999)
        try await run(allowance) { harness in
            let failure = try await harness.failure(harness.request())
            #expect(failure == .overAllowance(needed: 100_000, left: 99_999))
            #expect(failure.summary.contains("100000") && failure.summary.contains("99999"))
            #expect(failure.retry == .later && failure.hint?.contains("max_bytes_per_") == true)
            #expect(harness.server.requests.count == 1)
            // The head came, of the body at most what was on its way.
            #expect(allowance.left < 99_999)
            #expect(try harness.names == [])
        }
    }

    @Test("where the manifest tells the size, not even the question is asked")
    func notAsked() async throws {
        try await run(Allowance(bytes: 50_000)) { harness in
            try await harness.expect(
                .overAllowance(needed: 100_000, left: 50_000), of: harness.request(size: 100_000))
            #expect(harness.server.requests.isEmpty)
        }
    }

    @Test("the rest of what is kept is what has to fit, and what does not fit leaves it where it is")
    func rest() async throws {
        let allowance = Allowance(bytes: 50_000)
        try await run(allowance) { harness in
            let request = try harness.request()
            let other = try TransferLoop(Harness.settings, logger: .silent)
            defer { other.stop() }
            let free = Harness(server: harness.server, folder: harness.folder, loop: other)
            try await free.leavePartial(30_000, of: request)
            try await harness.expect(.overAllowance(needed: 70_000, left: 50_000), of: request)
            #expect(try harness.folder.status(request.partial.file)?.size == 30_000)
            try request.partial.remove(in: harness.folder)
            try await free.leavePartial(60_000, of: request)
            let download = try await harness.download(request)
            #expect(try harness.bytes(download.name) == Sample.first.bytes)
            #expect(allowance.left > 9_000 && allowance.left < 10_000)
        }
    }

    @Test("a server that wants to start over is refused before what is kept is dropped")
    func startOver() async throws {
        try await run(Allowance(bytes: 80_000)) { harness in
            let request = try harness.request()
            let other = try TransferLoop(Harness.settings, logger: .silent)
            defer { other.stop() }
            let free = Harness(server: harness.server, folder: harness.folder, loop: other)
            try await free.leavePartial(60_000, of: request)
            harness.server.always(Harness.path, .noRanges)
            try await harness.expect(.overAllowance(needed: 100_000, left: 80_000), of: request)
            #expect(try harness.folder.status(request.partial.file)?.size == 60_000)
        }
    }

    @Test("a body of unknown length stops where the allowance is spent, and what came is kept")
    func unknownLength() async throws {
        let allowance = Allowance(bytes: 50_000)
        try await run(allowance) { harness in
            harness.server.always(Harness.path, .chunked(), .slow(bytesPerSecond: 400_000))
            let request = try harness.request()
            let failure = try await harness.failure(request)
            #expect(failure.code == "transfer.over-allowance")
            #expect(harness.server.requests.count == 1)
            let kept = try #require(try harness.folder.status(request.partial.file)?.size)
            #expect(kept > 20_000 && kept <= 50_000)
        }
    }

    @Test("several at once never promise themselves more than there is")
    func together() async throws {
        let allowance = Allowance(bytes: 250_000)
        try await run(allowance) { harness in
            harness.server.always(Harness.path, .slow(bytesPerSecond: 400_000))
            let requests = try (0..<4).map { try harness.request(game: "game\($0)") }
            let done = await withTaskGroup(of: Bool.self) { group in
                for request in requests {
                    group.addTask {
                        do { _ = try await harness.download(request) } catch { return false }
                        return true
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(done == 2)
            #expect(allowance.left < 50_000)
        }
    }

    @Test("the manifest is always fetched, and files of this machine cost nothing")
    func others() async throws {
        let allowance = Allowance(bytes: 0)
        try await run(allowance) { harness in
            _ = try await harness.loop.fetch(
                harness.url(), ifNoneMatch: nil, ifModifiedSince: nil, limit: 1_000_000)
            try writeFile("here.zip", Sample.first.bytes, in: harness.folder)
            let here = try SafeURL("file://\(harness.folder.path)/here.zip")
            _ = try await harness.download(harness.request(at: here, mirrors: []))
            #expect(allowance.left == 0)
            #expect(harness.loop.receivedBytes > 100_000)
        }
    }

    @Test("numbers that cannot be lead nowhere strange")
    func numbers() {
        #expect(Allowance(bytes: -1).left == 0)
        let allowance = Allowance(bytes: .max)
        allowance.charge(-1)
        #expect(allowance.left >= 0)
        allowance.charge(.max)
        allowance.charge(.max)
        #expect(allowance.left == 0)
    }
}
