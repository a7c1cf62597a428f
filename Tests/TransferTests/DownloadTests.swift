import SyncCore
import SyncPlatform
import TestSupport
import Testing

@testable import SyncTransfer

@Suite("Download") struct DownloadTests {
    @Test("an archive arrives byte for byte, with its digests and in one request without a range")
    func plain() async throws {
        try await Harness.run { harness in
            let request = try harness.request(size: 100_000, sha256: Sample.first.sha256)
            let download = try await harness.download(request)
            #expect(try harness.bytes(download.name) == Sample.first.bytes)
            #expect(download.size == 100_000)
            #expect(download.md5 == Sample.first.md5)
            #expect(download.sha256 == Sample.first.sha256)
            #expect(download.isVerified)
            #expect(download.resumedFrom == 0)
            #expect(download.downloadedBytes > 100_000)
            #expect(download.downloadedBytes < 101_000)
            #expect(harness.ranges == [nil])
            #expect(harness.server.requests.first?.fields["accept-encoding"] == "identity")
        }
    }

    @Test("an archive that nobody promised a digest of is not called verified, but its SHA-256 is told")
    func unverified() async throws {
        try await Harness.run { harness in
            let download = try await harness.download(harness.unprotected())
            #expect(!download.isVerified)
            #expect(download.md5 == nil)
            #expect(download.sha256 == Sample.first.sha256)
        }
    }

    @Test("two games with the same archive are fetched at the same time into two files")
    func twoGames() async throws {
        try await Harness.run { harness in
            harness.server.always(Harness.path, .slow(bytesPerSecond: 400_000))
            let requests = [try harness.request(game: "snake"), try harness.request(game: "pong")]
            let names = try await withThrowingTaskGroup(of: String.self) { group in
                for request in requests { group.addTask { try await harness.download(request).name } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(names).count == 2)
            for name in names { #expect(try harness.bytes(name) == Sample.first.bytes) }
        }
    }

    @Test(
        "every lawful way to frame a reply gives the whole archive",
        arguments: [
            [.chunked()], [.http10], [.noLength], [.close], [.earlyHints],
            [.field("X-Padding", String(repeating: "p", count: 20_000))],
            [.field("Content-Disposition", "attachment; filename=../../evil")], [.slow(bytesPerSecond: 1_000_000)],
            [.trailing(5)], [.etag(nil), .lastModified(nil)], [.field("Content-Encoding", "identity")],
        ] as [[LoopbackFault]])
    func framing(_ faults: [LoopbackFault]) async throws {
        try await Harness.run { harness in
            harness.server.script(Harness.path, faults)
            let download = try await harness.download(harness.request())
            #expect(try harness.bytes(download.name) == Sample.first.bytes)
            #expect(try harness.names.allSatisfy { $0.hasPrefix("md5-") })
            #expect(harness.server.requests.count == 1)
        }
    }

    @Test("an archive of a few bytes arrives, and leaves no record behind")
    func small() async throws {
        let bytes = Array("PK\u{5}\u{6}".utf8) + [UInt8](repeating: 0, count: 18)
        try await Harness.run(.init(bytes)) { harness in
            let download = try await harness.download(harness.unprotected(size: 22))
            #expect(try harness.bytes(download.name) == bytes)
            #expect(try harness.names == [download.name])
        }
    }

    @Test("connections are used again for the next archive")
    func keepsConnections() async throws {
        try await Harness.run { harness in
            for game in ["a", "b", "c"] { _ = try await harness.download(harness.request(game: game)) }
            #expect(Set(harness.server.requests.map(\.connection)) == [1])
        }
    }

    @Test("a kept connection that the server closed meanwhile is replaced without a failed attempt")
    func deadConnection() async throws {
        var settings = Harness.settings
        settings.retries = 0
        try await Harness.run(settings: settings) { harness in
            harness.server.always(Harness.path, .close)
            for game in ["a", "b", "c"] { _ = try await harness.download(harness.request(game: game)) }
            #expect(harness.server.requests.count == 3)
        }
    }

    @Test("no more transfers run at once than the settings allow, whatever is asked at once")
    func parallel() async throws {
        var settings = Harness.settings
        settings.parallel = 2
        try await Harness.run(settings: settings) { harness in
            harness.server.always(Harness.path, .slow(bytesPerSecond: 1_000_000))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<6 {
                    let request = try harness.request(game: "game\(number)")
                    group.addTask { _ = try await harness.download(request) }
                }
                try await group.waitForAll()
            }
            // Each of the two keeps its connection from one archive to the next.
            #expect(Set(harness.server.requests.map(\.connection)).count == 2)
            #expect(harness.server.requests.count == 6)
        }
    }

    @Test(
        "a folder, a link or a file with another owner's bytes in the names' place is replaced, and nothing behind it")
    func takenNames() async throws {
        try await Harness.run { harness in
            let request = try harness.request()
            let victim = try harness.folder.makeDirectory("victim")
            try writeFile("keep", [1], in: victim)
            let squatter = try harness.folder.makeDirectory(request.partial.file)
            try writeFile("inside", [2], in: squatter)
            try harness.folder.makeLink(request.partial.record, target: "victim/keep")
            let download = try await harness.download(request)
            #expect(try harness.bytes(download.name) == Sample.first.bytes)
            #expect(try readFile("keep", in: victim) == [1])
        }
    }

    @Test("the rate limit holds for all transfers together")
    func rate() async throws {
        var settings = Harness.settings
        settings.maxRate = 200_000
        try await Harness.run(settings: settings) { harness in
            let start = ContinuousClock.now
            try await withThrowingTaskGroup(of: Void.self) { group in
                for game in ["a", "b"] {
                    let request = try harness.request(game: game)
                    group.addTask { _ = try await harness.download(request) }
                }
                try await group.waitForAll()
            }
            // 200 kB at 200 kB/s, less what may come at once at the beginning and the last reads.
            #expect(ContinuousClock.now - start > .milliseconds(700))
        }
    }
}
