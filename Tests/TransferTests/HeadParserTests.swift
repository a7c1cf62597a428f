import Testing

@testable import SyncTransfer

@Suite("Head") struct HeadParserTests {
    private func parse(_ text: String) -> ReplyHead? {
        var parser = HeadParser()
        var result: ReplyHead?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let bytes = Array((String(line) + "\r\n").utf8)
            let head = bytes.withUnsafeBytes { parser.add($0) }
            result = head ?? result
        }
        return result
    }

    @Test("the fields that decisions rest on are read, whatever the case of their names")
    func fields() throws {
        let head = try #require(
            parse(
                "HTTP/1.1 206 Partial Content\ncontent-LENGTH: 7\nContent-Range: bytes 3-9/10\nETag: \"a b\"\n"
                    + "Last-Modified:  Tue, 01 Jul 2025 10:00:00 GMT \nContent-Encoding: GZIP\nRetry-After: 5\n"))
        #expect(head.status == 206)
        #expect(head.bodyLength == 7)
        #expect(head.contentRange == .part(first: 3, last: 9, total: 10))
        #expect(head.strongETag == "\"a b\"")
        #expect(head.lastModified == "Tue, 01 Jul 2025 10:00:00 GMT")
        #expect(head.contentEncoding == "gzip")
        #expect(head.retryAfter == "5")
        #expect(!head.isRedirect)
    }

    @Test("only the final head counts, not that of early hints")
    func informational() throws {
        let head = try #require(
            parse("HTTP/1.1 103 Early Hints\nETag: \"x\"\nLocation: /y\n\nHTTP/2 200\netag: \"z\"\n"))
        #expect(head.status == 200 && head.etag == "\"z\"" && head.location == nil)
        #expect(parse("HTTP/1.1 103 Early Hints\nETag: \"x\"\n") == nil)
    }

    @Test("a chunked body has no length, whatever else is said")
    func chunked() {
        #expect(parse("HTTP/1.1 200 OK\nContent-Length: 5\nTransfer-Encoding: chunked\n")?.bodyLength == nil)
    }

    @Test(
        "fields that are not well formed count as absent",
        arguments: [
            "Content-Length: -1", "Content-Length: 1e3", "Content-Length: 99999999999999999999", "Content-Length:",
            "ETag: abc", "ETag: \"", "ETag: W/abc", "ETag: \"a\"b\"", "ETag: \"a\u{7}\"", "no colon at all",
            ": no name",
        ])
    func broken(_ line: String) throws {
        let head = try #require(parse("HTTP/1.1 200 OK\n\(line)\n"))
        #expect(head.contentLength == nil && head.etag == nil)
    }

    @Test("a value that is huge or no UTF-8 is ignored")
    func unusable() throws {
        #expect(parse("HTTP/1.1 302 Found\nLocation: /\(String(repeating: "x", count: 20_000))\n")?.location == nil)
        var parser = HeadParser()
        for line in ["HTTP/1.1 200 OK\r\n", "Last-Modified: \u{FF}", "\r\n"] {
            let bytes = line.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
            if let head = bytes.withUnsafeBytes({ parser.add($0) }) { #expect(head.lastModified == nil) }
        }
    }

    @Test(
        "a status line that is none gives no head",
        arguments: ["HTTP/1.1", "HTTP/1.1 2", "HTTP/1.1 abc OK", "HTTP/2 2000"])
    func statusLines(_ line: String) {
        let head = parse("\(line)\nETag: \"x\"\n")
        #expect(head == nil || head?.status == 200)
    }
}
