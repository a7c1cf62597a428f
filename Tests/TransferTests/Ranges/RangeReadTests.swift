import SyncCore
import SyncPlatform
import Synchronization
import TestSupport
import Testing

@testable import SyncTransfer

@Suite("Reading ranges") struct RangeReadTests {
    /// 600 ranges of 100 to 900 bytes, far enough apart to stay ranges of their own.
    private static let scattered = RangeSet(
        (0..<600).compactMap { ByteRange(offset: Int64($0) * 6000, length: 100 + Int64($0 * 37 % 800)) })
    /// 3.6 MB that do not repeat.
    private static let bytes: [UInt8] = {
        var state: UInt32 = 12_345
        return (0..<3_600_000).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(truncatingIfNeeded: state >> 24)
        }
    }()

    private func expect(_ ranges: RangeSet, in target: Image, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(ranges.subtracting(target.got).isEmpty, sourceLocation: sourceLocation)
        for range in target.got.ranges {
            let place = Int(range.offset)..<Int(range.end)
            guard target.bytes[place] == Self.bytes[place] else {
                Issue.record("other bytes at \(range.spelling)", sourceLocation: sourceLocation)
                return
            }
        }
    }

    private func read(
        _ ranges: RangeSet, from url: String, size: Int64? = Int64(bytes.count), into target: Image = Image()
    ) async throws -> RangeReading {
        let loop = try TransferLoop(Harness.settings, logger: .silent)
        defer { loop.stop() }
        return try await loop.read(
            RangeRequest(url: try SafeURL(url), ranges: ranges, size: size), into: target)
    }

    @Test("six hundred ranges of nginx cost a few requests and little more than their bytes")
    func nginx() async throws {
        try await withScratch { root in
            try writeFile("a.zip", Self.bytes, in: root)
            try await Nginx.serving(root) { nginx in
                let target = Image()
                let url = "http://127.0.0.1:\(nginx.httpPort)/a.zip"
                let reading = try await read(Self.scattered, from: url, into: target)
                expect(Self.scattered, in: target)
                #expect(reading.requests == 3)
                #expect(reading.size == Int64(Self.bytes.count))
                #expect(reading.wireBytes < Self.scattered.byteCount + 600 * 200)
            }
        }
    }

    @Test("other servers give the same bytes, each in its own way", arguments: StaticServer.Make.allCases)
    func otherServers(_ make: StaticServer.Make) async throws {
        try await withScratch { root in
            try writeFile("a.zip", Self.bytes, in: root)
            try root.setMode(".", 0o755)
            try await StaticServer.serving(make, root) { server in
                let target = Image()
                let url = "http://127.0.0.1:\(server.port)/a.zip"
                let reading = try await read(Self.scattered, from: url, into: target)
                expect(Self.scattered, in: target)
                #expect(reading.wireBytes < Int64(Self.bytes.count) / 2)
            }
        }
    }

    @Test("a server that takes few ranges at a time is asked for few, and remembered")
    func fewRanges() async throws {
        try await withScratch { root in
            try writeFile("a.zip", Self.bytes, in: root)
            var options = Nginx.Options()
            options.server = "max_ranges 2;"
            try await Nginx.serving(root, options) { nginx in
                let target = Image()
                let url = "http://127.0.0.1:\(nginx.httpPort)/a.zip"
                let ranges = RangeSet(Self.scattered.ranges.prefix(20))
                let reading = try await read(ranges, from: url, into: target)
                expect(ranges, in: target)
                // 20 and 7 at once were too many.
                #expect(reading.requests == 2 + 10)
            }
        }
    }

    @Test("a server without ranges is said to be one, and sends the whole to nobody")
    func noRanges() async throws {
        try await withScratch { root in
            try writeFile("a.zip", Self.bytes, in: root)
            var options = Nginx.Options()
            options.server = "max_ranges 0;"
            try await Nginx.serving(root, options) { nginx in
                let url = "http://127.0.0.1:\(nginx.httpPort)/a.zip"
                let target = Image()
                await #expect(throws: TransferError.noRanges(url: url)) {
                    try await read(Self.scattered, from: url, into: target)
                }
                #expect(target.got.isEmpty)
            }
        }
    }

    @Test("a file that is replaced while it is read never mixes with the new one")
    func replaced() async throws {
        try await withScratch { root in
            try writeFile("a.zip", Self.bytes, in: root)
            try writeFile("b.zip", Self.bytes.map { ~$0 }, in: root)
            // As if made at another time: nginx makes its tag of size and second.
            _ = try await runTool(["touch", "-d", "2025-01-01", root.path + "/b.zip"])
            try await Nginx.serving(root) { nginx in
                let url = "http://127.0.0.1:\(nginx.httpPort)/a.zip"
                let target = Image { try? root.rename("b.zip", to: root, as: "a.zip") }
                await #expect(throws: TransferError.changed(url: url)) {
                    try await read(Self.scattered, from: url, into: target)
                }
                #expect(!target.got.isEmpty)
                expect(RangeSet(), in: target)
            }
        }
    }

    @Test("another size than the manifest's, or a range beyond the end, is another file")
    func otherSize() async throws {
        let resource = LoopbackServer.Resource(Array(Self.bytes.prefix(10_000)))
        try await LoopbackServer.serving(["/a.zip": resource]) { server in
            let url = server.base + "/a.zip"
            let ranges = RangeSet([try #require(ByteRange(offset: 100, length: 50))])
            await #expect(throws: TransferError.changed(url: url)) { try await read(ranges, from: url, size: 10_001) }
            let beyond = RangeSet([try #require(ByteRange(offset: 9_990, length: 50))])
            await #expect(throws: TransferError.changed(url: url)) { try await read(beyond, from: url, size: 10_000) }
        }
    }

    @Test("a reply that is cut goes on with what is missing")
    func cut() async throws {
        let resource = LoopbackServer.Resource(Self.bytes)
        try await LoopbackServer.serving(["/a.zip": resource]) { server in
            server.script("/a.zip", [.cut(after: 70_000)])
            let target = Image()
            let ranges = RangeSet([try #require(ByteRange(offset: 1000, length: 200_000))])
            let reading = try await read(ranges, from: server.base + "/a.zip", into: target)
            expect(ranges, in: target)
            #expect(server.requests.map(\.range) == ["bytes=1000-200999", "bytes=71000-200999"])
            #expect(reading.requests == 2)
        }
    }

    @Test("each request begins at the original address, because targets of redirects expire")
    func redirects() async throws {
        let resource = LoopbackServer.Resource(Self.bytes)
        try await LoopbackServer.serving(["/signed.zip": resource]) { server in
            server.always("/a.zip", .redirect(302, to: "/signed.zip"))
            server.script("/signed.zip", [.cut(after: 10)])
            let target = Image()
            let ranges = RangeSet([try #require(ByteRange(offset: 0, length: 1000))])
            _ = try await read(ranges, from: server.base + "/a.zip", into: target)
            expect(ranges, in: target)
            #expect(server.requests.map(\.path) == ["/a.zip", "/signed.zip", "/a.zip", "/signed.zip"])
        }
    }

    @Test("the end of a file comes with its size, and from a server without ranges not at all")
    func tail() async throws {
        let resource = LoopbackServer.Resource(Self.bytes)
        try await LoopbackServer.serving(["/a.zip": resource]) { server in
            let loop = try TransferLoop(Harness.settings, logger: .silent)
            defer { loop.stop() }
            let url = try SafeURL(server.base + "/a.zip")
            let tail = try await loop.readTail(of: url, 1000)
            #expect(tail.bytes == Array(Self.bytes.suffix(1000)))
            #expect(tail.offset == Int64(Self.bytes.count) - 1000)
            #expect(tail.size == Int64(Self.bytes.count))
            server.always("/a.zip", .noRanges)
            await #expect(throws: TransferError.noRanges(url: url.description)) {
                try await loop.readTail(of: url, 1000)
            }
        }
    }

    @Test("ranges of a local file are read without a server")
    func local() async throws {
        try await withScratch { root in
            try writeFile("a.zip", Self.bytes, in: root)
            let target = Image()
            let url = "file://\(root.path)/a.zip"
            let reading = try await read(Self.scattered, from: url, into: target)
            expect(Self.scattered, in: target)
            #expect(reading.wireBytes == 0)
            let loop = try TransferLoop(Harness.settings, logger: .silent)
            defer { loop.stop() }
            #expect(try await loop.readTail(of: try SafeURL(url), 10).bytes == Array(Self.bytes.suffix(10)))
        }
    }

    /// A file that bytes are put into, and which of them came.
    private final class Image: RangeTarget {
        private struct State {
            var bytes = [UInt8](repeating: 0, count: 3_600_000)
            var got = RangeSet()
        }

        private let state = Mutex(State())
        private let onFirst: @Sendable () -> Void

        init(onFirst: @escaping @Sendable () -> Void = {}) { self.onFirst = onFirst }

        var bytes: [UInt8] { state.withLock { $0.bytes } }
        var got: RangeSet { state.withLock { $0.got } }

        func put(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(TransferError) {
            let isFirst = state.withLock { state in
                let isFirst = state.got.isEmpty
                state.bytes.replaceSubrange(Int(offset)..<(Int(offset) + bytes.count), with: bytes)
                if let range = ByteRange(offset: offset, length: Int64(bytes.count)) { state.got.insert(range) }
                return isFirst
            }
            if isFirst { onFirst() }
        }
    }
}
