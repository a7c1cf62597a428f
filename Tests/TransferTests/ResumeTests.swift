import SyncCore
import SyncPlatform
import TestSupport
import Testing

@testable import SyncTransfer

@Suite("Resume") struct ResumeTests {
    @Test(
        "a transfer cut at any byte goes on from there, guarded by the strong tag",
        arguments: [1, 70, 4_096, 65_537, 99_999])
    func cut(at place: Int) async throws {
        try await Harness.run { harness in
            harness.server.script(Harness.path, [.cut(after: place)])
            let download = try await harness.download(harness.request())
            #expect(try harness.bytes(download.name) == Sample.first.bytes)
            #expect(harness.ranges == [nil, "bytes=\(place)-"])
            #expect(harness.server.requests.map(\.ifRange) == [nil, "\"v1\""])
            #expect(download.resumedFrom == 0)
        }
    }

    @Test("a connection that is reset, or a chunked body that breaks off, goes on where it was")
    func otherCuts() async throws {
        try await Harness.run { harness in
            harness.server.script(Harness.path, [.chunked(cutAfter: 40_000)], [.cut(after: 20_000, reset: true)])
            let download = try await harness.download(harness.request())
            #expect(try harness.bytes(download.name) == Sample.first.bytes)
            let ranges = harness.ranges
            #expect(ranges.prefix(2) == [nil, "bytes=40000-"])
            // A reset may overtake bytes on their way, so only that it went on is certain.
            #expect(ranges.count == 3)
        }
    }

    @Test("what an earlier run left is kept: the next one asks for the rest alone", arguments: [64, 30_000, 99_999])
    func acrossRuns(_ count: Int) async throws {
        try await Harness.run { harness in
            let request = try harness.request()
            try await harness.leavePartial(count, of: request)
            let progress = Collected<DownloadProgress>()
            let download = try await harness.loop.download(request) { progress.add($0) }
            #expect(try harness.bytes(download.name) == Sample.first.bytes)
            #expect(harness.ranges == ["bytes=\(count)-"])
            #expect(download.resumedFrom == Int64(count))
            #expect(download.downloadedBytes < Int64(100_000 - count + 1_000))
            #expect(progress.all.allSatisfy { $0.done >= count })
            #expect(progress.all.last?.done == 100_000)
        }
    }

    @Test("what lies on disk at any moment of a transfer is enough to go on from, as after `kill -9`")
    func afterKill() async throws {
        try await Harness.run { harness in
            let request = try harness.request()
            harness.server.script(Harness.path, [.stall(after: 50_000)])
            let task = Task { try await harness.download(request) }
            try await eventually { try harness.folder.status(request.partial.file)?.size == 50_000 }
            let names = [request.partial.file, request.partial.record]
            let images = try names.map { try harness.bytes($0) }
            task.cancel()
            _ = await task.result
            try await withScratch { other in
                for (name, bytes) in zip(names, images) { try writeFile(name, bytes, in: other) }
                harness.server.reset()
                let again = DownloadRequest(
                    url: request.url, partial: request.partial, directory: other, size: nil, md5: request.md5,
                    sha256: nil, limit: 1 << 30)
                let download = try await harness.download(again)
                #expect(try readFile(download.name, in: other) == Sample.first.bytes)
                #expect(harness.ranges == ["bytes=50000-"])
            }
        }
    }

    @Test("all bytes are here already, only nobody checked them: no request at all")
    func complete() async throws {
        try await Harness.run { harness in
            let request = try harness.request()
            try await harness.leavePartial(99_999, of: request)
            try writeFile(request.partial.file, Sample.first.bytes, in: harness.folder)
            let download = try await harness.download(request)
            #expect(harness.server.requests.isEmpty)
            #expect(download.resumedFrom == 100_000)
            #expect(download.sha256 == Sample.first.sha256)
        }
    }

    @Test("a server without a strong tag is asked with the date of the last change, byte for byte")
    func lastModified() async throws {
        for tag in ["W/\"weak\"", nil] {
            try await Harness.run(.init(Sample.first.bytes, etag: tag, lastModified: "Tue, 01 Jul 2025 10:00:00 GMT")) {
                harness in
                harness.server.script(Harness.path, [.cut(after: 30_000)])
                let download = try await harness.download(harness.request())
                #expect(try harness.bytes(download.name) == Sample.first.bytes)
                #expect(harness.ranges == [nil, "bytes=30000-"])
                #expect(harness.server.requests.last?.ifRange == "Tue, 01 Jul 2025 10:00:00 GMT")
            }
        }
    }

    @Test("a server that names no version is asked for the whole again, and nothing is kept of the first part")
    func noValidator() async throws {
        for etag in ["W/\"weak\"", nil] {
            try await Harness.run(.init(Sample.first.bytes, etag: etag, lastModified: nil)) { harness in
                harness.server.script(Harness.path, [.cut(after: 30_000)])
                let download = try await harness.download(harness.request())
                #expect(try harness.bytes(download.name) == Sample.first.bytes)
                #expect(harness.ranges == [nil, nil])
                #expect(harness.server.requests.allSatisfy { $0.ifRange == nil })
            }
        }
    }

    @Test("a file that changed in the second in which it was sent is not gone on with, unless a digest decides")
    func unsettledDate() async throws {
        let now = "Wed, 02 Jul 2025 10:00:00 GMT"
        try await Harness.run(.init(Sample.first.bytes, etag: nil, lastModified: now)) { harness in
            harness.server.script(Harness.path, [.cut(after: 30_000)])
            _ = try await harness.download(harness.unprotected())
            #expect(harness.ranges == [nil, nil])
            harness.server.reset()
            harness.server.script(Harness.path, [.cut(after: 30_000)])
            _ = try await harness.download(harness.request())
            #expect(harness.ranges == [nil, "bytes=30000-"])
        }
    }

    @Test("a range that ends early without a word is gone on with")
    func shortRange() async throws {
        try await Harness.run { harness in
            harness.server.script(Harness.path, [.cut(after: 30_000)], [.short206(10_000)], [.short206(1)])
            let download = try await harness.download(harness.request())
            #expect(try harness.bytes(download.name) == Sample.first.bytes)
            #expect(harness.ranges == [nil, "bytes=30000-", "bytes=40000-", "bytes=40001-"])
        }
    }

    @Test("a total that is not told is no obstacle: the end of the range is the end of the whole")
    func unknownTotal() async throws {
        try await Harness.run { harness in
            harness.server.script(Harness.path, [.cut(after: 30_000)], [.contentRange("bytes 30000-99999/*")])
            let download = try await harness.download(harness.request())
            #expect(try harness.bytes(download.name) == Sample.first.bytes)
            #expect(harness.ranges == [nil, "bytes=30000-"])
        }
    }

    @Test("a size that only a later reply tells is kept to: a short range after it is not taken for the end")
    func laterTotal() async throws {
        try await Harness.run { harness in
            harness.server.script(
                Harness.path, [.chunked(cutAfter: 30_000)], [.short206(10_000)],
                [.short206(10_000), .contentRange("bytes 40000-49999/*")])
            let download = try await harness.download(harness.unprotected())
            #expect(try harness.bytes(download.name) == Sample.first.bytes)
            #expect(harness.ranges.prefix(3) == [nil, "bytes=30000-", "bytes=40000-"])
        }
    }

    @Test("where nobody tells the size and nothing checks it, the end is asked for")
    func endUnknown() async throws {
        try await Harness.run { harness in
            harness.server.script(
                Harness.path, [.chunked(cutAfter: 30_000)], [.short206(10_000), .contentRange("bytes 30000-39999/*")],
                [.contentRange("bytes 40000-99999/*")])
            let download = try await harness.download(harness.unprotected())
            #expect(try harness.bytes(download.name) == Sample.first.bytes)
            #expect(harness.ranges == [nil, "bytes=30000-", "bytes=40000-", "bytes=100000-"])
        }
    }

    @Test(
        "an answer to the range that is not exactly what was asked is dropped or taken for what it is, never appended",
        arguments: [
            ([.noRanges], 2), ([.whole206], 2), ([.part200], 3), ([.contentRange(nil)], 3),
            ([.contentRange("bytes 30005-99999/100000")], 3), ([.contentRange("bytes 29999-99998/100000")], 3),
            ([.contentRange("bytes 30000-99999/100001")], 3), ([.contentRange("bytes 30000-29999/100000")], 3),
            ([.contentRange("bytes 30000-99998/100000")], 3),
            ([.contentRange("bytes 30000-99999999999999999999/100000")], 3),
            ([.contentRange("items 30000-99999/100000")], 3), ([.etag("\"v2\"")], 2),
            ([.etag("\"v2\""), .ignoreIfRange], 3), ([.unsatisfiable(contentRange: "bytes */100000")], 3),
            ([.unsatisfiable(contentRange: nil)], 3), ([.unsatisfiable(contentRange: "bytes */30001")], 3),
            ([.field("Content-Type", "multipart/byteranges; boundary=x"), .contentRange(nil)], 3),
        ] as [([LoopbackFault], Int)])
    func oddAnswers(_ faults: [LoopbackFault], requests: Int) async throws {
        try await Harness.run { harness in
            harness.server.script(Harness.path, [.cut(after: 30_000)], faults)
            // Without a digest, so that nothing but these rules keeps the bytes right.
            let download = try await harness.download(harness.unprotected())
            #expect(try harness.bytes(download.name) == Sample.first.bytes)
            #expect(harness.server.requests.count == requests)
            #expect(harness.ranges.prefix(2) == [nil, "bytes=30000-"])
            if requests == 3 { #expect(harness.ranges.last == .some(nil)) }
        }
    }

    @Test("416 with our own size means that everything is here")
    func alreadyWhole() async throws {
        try await Harness.run { harness in
            harness.server.script(
                Harness.path, [.length(off: 100)], [.unsatisfiable(contentRange: "bytes */100000")])
            let download = try await harness.download(harness.request())
            #expect(try harness.bytes(download.name) == Sample.first.bytes)
            #expect(harness.ranges == [nil, "bytes=100000-"])
        }
    }

    @Test("a file that was replaced between two halves starts over; bytes of both never meet")
    func replaced() async throws {
        let second = LoopbackServer.Resource(Sample.second.bytes, etag: "\"v2\"")
        try await Harness.run { harness in
            let request = try harness.unprotected()
            try await harness.leavePartial(30_000, of: request)
            harness.server.put(Harness.path, second)
            let download = try await harness.download(request)
            #expect(try harness.bytes(download.name) == Sample.second.bytes)
            #expect(harness.server.requests.map(\.ifRange) == ["\"v1\""])
        }
    }

    @Test("a server that lies about the version is found out by the digest, and the bytes are fetched afresh")
    func sameTag() async throws {
        try await Harness.run(.init(Sample.second.bytes)) { harness in
            let request = try harness.request(md5: Sample.second.md5)
            try await harness.leavePartial(30_000, of: request)
            harness.server.put(Harness.path, .init(Sample.first.bytes))
            harness.server.script(Harness.path, [], [.bytes(Sample.second.bytes)])
            let download = try await harness.download(request)
            #expect(try harness.bytes(download.name) == Sample.second.bytes)
            #expect(harness.ranges == ["bytes=30000-", nil])
        }
    }

    @Test(
        "a partial is not trusted without its record, with a broken, a foreign or an oversized one, or when it is too long",
        arguments: [
            "none", "cut", "empty", "huge", "weak", "other digest", "other address", "too long", "linked", "control",
        ])
    func untrusted(_ what: String) async throws {
        try await Harness.run { harness in
            let request = what == "other address" ? try harness.unprotected() : try harness.request()
            try await harness.leavePartial(30_000, of: request)
            let (file, record) = (request.partial.file, request.partial.record)
            let text = String(decoding: try harness.bytes(record), as: UTF8.self)
            #expect(text.contains(#""etag":"\"v1\"""#))
            // Noise, so that trusting it would show.
            try writeFile(file, [UInt8](repeating: 7, count: 30_000), in: harness.folder)
            func write(_ text: String) throws { try writeFile(record, Array(text.utf8), in: harness.folder) }
            switch what {
            case "none": try harness.folder.unlink(record)
            case "cut": try write(String(text.dropLast(9)))
            case "empty": try write("")
            case "huge": try write(text + String(repeating: " ", count: 20_000))
            case "weak": try write(text.replacing(#"\"v1\""#, with: #"W/\"v1\""#))
            case "control": try write(text.replacing(#"\"v1\""#, with: #"\"v1\r\nX: y\""#))
            case "other digest": try write(text.replacing("159a6f", with: "159a60"))
            case "other address":
                try write(text.replacing(#""url":""#, with: #""url":"0"#).replacing(#"0","#, with: #"","#))
            case "too long":
                try writeFile(file, [UInt8](repeating: 7, count: 100_001), in: harness.folder)
            default:
                try harness.folder.rename(file, to: harness.folder, as: "elsewhere")
                try harness.folder.makeLink(file, target: "elsewhere")
            }
            let download = try await harness.download(request)
            #expect(try harness.bytes(download.name) == Sample.first.bytes)
            #expect(harness.ranges == [nil])
        }
    }

    @Test("an address that only changed its signature goes on with what is kept, because the digest names the bytes")
    func otherQuery() async throws {
        try await Harness.run { harness in
            try await harness.leavePartial(30_000, of: harness.request("/game.zip?token=1"))
            let download = try await harness.download(harness.request("/game.zip?token=2"))
            #expect(try harness.bytes(download.name) == Sample.first.bytes)
            #expect(harness.ranges == ["bytes=30000-"])
        }
    }

    @Test("the record holds no address, no query and no credentials")
    func secrets() async throws {
        try await Harness.run { harness in
            let request = try harness.request("/game.zip?token=SECRET")
            try await harness.leavePartial(30_000, of: request)
            let text = String(decoding: try harness.bytes(request.partial.record), as: UTF8.self)
            #expect(!text.contains("SECRET") && !text.contains("127.0.0.1") && !text.contains("game.zip"))
            #expect(text.utf8.count < 16_384)
        }
    }

    @Test("progress resets the count of attempts: a server that drops every second piece is outlasted")
    func manyCuts() async throws {
        var settings = Harness.settings
        settings.retries = 1
        try await Harness.run(settings: settings) { harness in
            harness.server.always(Harness.path, .cut(after: 20_000))
            let download = try await harness.download(harness.request())
            #expect(try harness.bytes(download.name) == Sample.first.bytes)
            #expect(harness.server.requests.count == 5)
        }
    }
}
