import SyncCore
import SyncPlatform
import TestSupport
import Testing

@testable import SyncTransfer

@Suite("Wrong bytes") struct WrongBytesTests {
    @Test("bytes without the promised digest are thrown away, fetched afresh twice, and then named with both digests")
    func digest() async throws {
        try await Harness.run(.init(Sample.second.bytes)) { harness in
            let failure = try await harness.failure(harness.request(md5: nil, sha256: Sample.first.sha256))
            #expect(
                failure
                    == .digestMismatch(
                        .sha256, expected: "4bd66a8f5134eeee91921a83c29c0b91930c2f009a32bd86be40bfecec621046",
                        got: "cc583424278413e69e91ba27732f86c23a71f79257a46b858cf1a737fa89e650"))
            #expect(failure.summary.contains("checksum differs") && failure.retry == .later)
            #expect(harness.ranges == [nil, nil, nil])
            #expect(try harness.names == [])
        }
    }

    @Test("each promised digest counts: a right SHA-256 does not excuse a wrong MD5")
    func bothDigests() async throws {
        try await Harness.run { harness in
            let failure = try await harness.failure(
                harness.request(md5: Sample.second.md5, sha256: Sample.first.sha256))
            #expect(failure.code == "transfer.digest")
            #expect(failure.summary.contains("md5"))
        }
    }

    @Test("wrong bytes that are right the next time are not a failure")
    func onlyOnce() async throws {
        try await Harness.run { harness in
            harness.server.script(Harness.path, [.bytes(Sample.second.bytes)], [.bytes(Sample.second.bytes)])
            let download = try await harness.download(harness.request())
            #expect(try harness.bytes(download.name) == Sample.first.bytes)
            #expect(harness.server.requests.count == 3)
            #expect(download.downloadedBytes > 300_000)
        }
    }

    @Test("a body that ends too early where no length was told is found out by the digest")
    func silentTruncation() async throws {
        try await Harness.run { harness in
            harness.server.script(Harness.path, [.noLength, .cut(after: 30_000)])
            let download = try await harness.download(harness.request())
            #expect(try harness.bytes(download.name) == Sample.first.bytes)
            #expect(harness.ranges == [nil, nil])
        }
    }

    @Test(
        "another size than the manifest promises ends it before the body, both sizes named",
        arguments: [99_999, 100_001])
    func size(_ promised: Int64) async throws {
        try await Harness.run { harness in
            let failure = try await harness.failure(harness.unprotected(size: promised))
            #expect(failure == .sizeMismatch(expected: promised, got: 100_000))
            #expect(harness.server.requests.count == 3)
            #expect(try harness.names == [])
        }
    }

    @Test("a body of unknown length is stopped where it goes beyond the promised size or the limit")
    func endless() async throws {
        try await Harness.run(.init(Sample.large(blocks: 120))) { harness in
            harness.server.always(Harness.path, .chunked(), .slow(bytesPerSecond: 4_000_000))
            let beyond = try await harness.failure(harness.unprotected(size: 300_000))
            guard case .sizeMismatch(300_000, let got) = beyond else {
                Issue.record("\(beyond)")
                return
            }
            #expect(got > 300_000 && got < 400_000)
            let limited = try harness.request(md5: nil, limit: 500_000)
            try await harness.expect(.tooLarge(limit: 500_000, promised: nil), of: limited)
            #expect(try harness.names == [])
        }
    }

    @Test("an archive over the limit is not begun when the server says its size")
    func tooLarge() async throws {
        try await Harness.run { harness in
            let failure = try await harness.failure(harness.request(limit: 99_999))
            #expect(failure == .tooLarge(limit: 99_999, promised: 100_000))
            #expect(harness.server.requests.count == 1)
            #expect(try harness.names == [])
        }
    }

    @Test("a reply of 0 bytes is a failure and leaves nothing", arguments: [[], [.chunked()]] as [[LoopbackFault]])
    func empty(_ faults: [LoopbackFault]) async throws {
        try await Harness.run { harness in
            harness.server.always(Harness.path, .bytes([]))
            for fault in faults { harness.server.always(Harness.path, .bytes([]), fault) }
            let failure = try await harness.failure(harness.request())
            #expect(failure.code == "transfer.empty")
            #expect(try harness.names == [])
        }
    }

    @Test("an archive that comes compressed is refused, although its bytes would do")
    func contentEncoding() async throws {
        try await Harness.run { harness in
            harness.server.always(Harness.path, .field("Content-Encoding", "GZip"))
            try await harness.expect(.contentEncoding("gzip"), of: harness.request())
            #expect(harness.server.requests.count == 1)
            #expect(try harness.names == [])
        }
    }

    @Test("a login page is named with its status, type and first words, once, and nothing of it stays")
    func page() async throws {
        try await Harness.run { harness in
            harness.server.always(
                Harness.path,
                .page(
                    "\u{FEFF}\n<!DOCTYPE html>\n<title>Please \u{1B}[31msign in</title>"
                        + String(repeating: " x", count: 90)))
            let failure = try await harness.failure(harness.request())
            guard case .notAZip(200, "text/html; charset=utf-8", let words, isPage: true) = failure else {
                Issue.record("\(failure)")
                return
            }
            #expect(words.hasPrefix("<!DOCTYPE html> <title>Please \\u{1B}[31msign in"))
            #expect(failure.summary.contains("HTML page") && failure.retry == .later)
            #expect(failure.hint?.contains("login page") == true)
            #expect(harness.server.requests.count == 1)
            #expect(try harness.names == [])
        }
    }

    @Test(
        "a page in place of the rest is no reason to lose what is kept",
        arguments: [LoopbackFault.status(403, body: "<h1>no</h1>"), .page("<html>Please sign in</html>")])
    func pageLater(_ fault: LoopbackFault) async throws {
        try await Harness.run { harness in
            let request = try harness.request()
            try await harness.leavePartial(30_000, of: request)
            harness.server.always(Harness.path, fault)
            let failure = try await harness.failure(request)
            #expect(["transfer.status.403", "transfer.not-a-zip"].contains(failure.code))
            #expect(try harness.bytes(request.partial.file) == Array(Sample.first.bytes.prefix(30_000)))
            harness.server.reset()
            _ = try await harness.download(request)
            #expect(harness.ranges == ["bytes=30000-"])
        }
    }

    @Test("a message in JSON or plain text is no archive either")
    func messages() async throws {
        for (text, type) in [("{\"error\": 7}", "application/octet-stream"), ("no such file", "text/plain")] {
            try await Harness.run { harness in
                harness.server.always(Harness.path, .page(text, type: type))
                let failure = try await harness.failure(harness.request())
                #expect(failure == .notAZip(status: 200, contentType: type, firstWords: text, isPage: false))
            }
        }
    }

    @Test("bytes in front of the first entry are not judged here, whatever their type")
    func prefix() async throws {
        let bytes = Array("#!/usr/bin/env python3\n".utf8) + Sample.noise(5_000)
        try await Harness.run(.init(bytes, contentType: "application/octet-stream")) { harness in
            let download = try await harness.download(harness.unprotected())
            #expect(try harness.bytes(download.name) == bytes)
        }
    }
}
