import SyncCore
import Testing

@testable import SyncTransfer

@Suite("Replies to requests for ranges") struct RangeReplyTests {
    private let known = RemoteIdentity(size: 1000, validator: .etag("\"v1\""))

    private func action(_ status: Int, _ change: (inout ReplyHead) -> Void = { _ in }) throws -> RangeReply.Action {
        var head = ReplyHead(status: status)
        head.etag = "\"v1\""
        change(&head)
        return RangeReply.action(to: head, identity: known, url: try SafeURL("https://cdn.example/a.zip"))
    }

    @Test("a part is taken by what it says it is, also a merged one")
    func part() throws {
        let action = try action(206) {
            $0.contentRange = ContentRange("bytes 100-299/1000")
            $0.contentLength = 200
        }
        #expect(action == .part(try #require(ByteRange(offset: 100, length: 200))))
        #expect(
            try self.action(206) { $0.contentType = "multipart/byteranges; boundary=X" }
                == .parts(contentType: "multipart/byteranges; boundary=X"))
    }

    @Test("another tag, another size or a range that is not there means another file")
    func changed() throws {
        #expect(try action(206) { $0.etag = "\"v2\"" } == .changed)
        #expect(try action(206) { $0.contentRange = ContentRange("bytes 0-9/999") } == .changed)
        #expect(try action(200) { $0.etag = "\"v2\"" } == .changed)
        #expect(try action(200) { $0.contentLength = 999 } == .changed)
        #expect(try action(416) { $0.contentRange = ContentRange("bytes */999") } == .changed)
        #expect(try action(416) == .changed)
    }

    @Test("the whole, or a refusal of the long field, means fewer ranges", arguments: [200, 400, 413, 431])
    func tooMany(_ status: Int) throws {
        #expect(try action(status) { $0.contentLength = 1000 } == .tooMany)
    }

    @Test("every other status is a failure")
    func failures() throws {
        #expect(try action(404) == .fail(.status(404, url: "https://cdn.example/a.zip")))
        #expect(try action(206) { $0.contentEncoding = "gzip" } == .fail(.contentEncoding("gzip")))
    }
}
