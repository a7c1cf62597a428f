import SyncCore
import SyncPlatform
import Testing

@testable import SyncTransfer

/// Scripts of replies, without a network.
@Suite("Reply") struct ReplyTests {
    private let request: DownloadRequest
    private let checked: DownloadRequest

    init() throws {
        let url = try SafeURL("https://host.example/x.zip")
        let directory = try Directory(opening: "/")
        func request(md5: Digest?, size: Int64? = nil) throws -> DownloadRequest {
            DownloadRequest(
                url: url,
                partial: PartialName(game: try GameID("g"), version: try Version("1"), url: url, md5: md5, sha256: nil),
                directory: directory, size: size, md5: md5, sha256: nil, limit: 1_000)
        }
        self.request = try request(md5: nil)
        checked = try request(md5: Sample.first.md5)
    }

    private func record(_ validator: Validator?, total: Int64?) -> ResumeRecord {
        ResumeRecord(url: request.url, validator: validator, total: total, md5: nil, sha256: nil)
    }

    private func head(_ status: Int, _ change: (inout ReplyHead) -> Void = { _ in }) -> ReplyHead {
        var head = ReplyHead(status: status)
        head.etag = "\"a\""
        change(&head)
        return head
    }

    private var fresh: Resume { Resume(kept: 0, record: nil) }
    private var half: Resume { Resume(kept: 40, record: record(.etag("\"a\""), total: 100)) }

    @Test("the rest is asked for only with a beginning and a strong validator")
    func fields() {
        #expect(fresh.fields.isEmpty)
        #expect(Resume(kept: 40, record: record(nil, total: 100)).fields.isEmpty)
        #expect(Resume(kept: 0, record: record(.etag("\"a\""), total: 100)).fields.isEmpty)
        #expect(half.fields.map(\.name) == ["Range", "If-Range"])
        #expect(half.fields.map(\.value) == ["bytes=40-", "\"a\""])
        #expect(Resume(kept: 100, record: record(nil, total: 100)).isComplete)
        #expect(!Resume(kept: 0, record: record(nil, total: 0)).isComplete)
    }

    @Test("200 begins anew with what the reply says of itself")
    func whole() {
        let reply = head(200) { $0.contentLength = 100 }
        for asked in [fresh, half] {
            #expect(
                Reply.action(to: reply, asked: asked, for: request)
                    == .startOver(record(.etag("\"a\""), total: 100)))
        }
    }

    @Test("206 continues when range, total and version are those asked for")
    func part() {
        let reply = head(206) {
            $0.contentRange = .part(first: 40, last: 99, total: 100)
            $0.contentLength = 60
        }
        #expect(Reply.action(to: reply, asked: half, for: request) == .append(end: 100, total: 100))
        let unasked = Reply.action(to: reply, asked: fresh, for: request)
        #expect(unasked == .fail(.status(206, url: "https://host.example/x.zip")))
    }

    @Test("206 of another version, place, length or total is not used")
    func otherPart() {
        func reason(_ change: (inout ReplyHead) -> Void) -> Reply.Action {
            let reply = head(206) {
                $0.contentRange = .part(first: 40, last: 99, total: 100)
                change(&$0)
            }
            return Reply.action(to: reply, asked: half, for: request)
        }
        #expect(reason { $0.etag = "\"b\"" } == .askWhole(.changed))
        #expect(reason { $0.etag = "W/\"a\"" } == .askWhole(.changed))
        #expect(reason { $0.etag = nil } == .append(end: 100, total: 100))
        #expect(reason { $0.contentRange = nil } == .askWhole(.wrongRange))
        #expect(reason { $0.contentRange = .part(first: 41, last: 99, total: 100) } == .askWhole(.wrongRange))
        #expect(reason { $0.contentRange = .part(first: 0, last: 50, total: 100) } == .askWhole(.wrongRange))
        #expect(reason { $0.contentRange = .part(first: 40, last: 100, total: 101) } == .askWhole(.changed))
        #expect(reason { $0.contentRange = .part(first: 40, last: 98, total: nil) } == .askWhole(.wrongRange))
        #expect(reason { $0.contentLength = 59 } == .askWhole(.wrongRange))
        #expect(reason { $0.contentEncoding = "br" } == .fail(.contentEncoding("br")))
    }

    @Test("a promised size and the limit hold before the body")
    func sizes() throws {
        let large = head(200) { $0.contentLength = 1_001 }
        #expect(
            Reply.action(to: large, asked: fresh, for: request) == .fail(.tooLarge(limit: 1_000, promised: 1_001)))
        let empty = head(200) { $0.contentLength = 0 }
        #expect(
            Reply.action(to: empty, asked: half, for: request) == .fail(.emptyBody(url: "https://host.example/x.zip")))
    }

    @Test("416 is the end only when the size is ours, and another total is believed only where a digest decides")
    func unsatisfied() {
        let here = Resume(kept: 100, record: record(.etag("\"a\""), total: 150))
        let reply = head(416) { $0.contentRange = .unsatisfied(total: 100) }
        #expect(Reply.action(to: reply, asked: here, for: request) == .askWhole(.changed))
        #expect(Reply.action(to: reply, asked: here, for: checked) == .complete)
        let unknown = Resume(kept: 100, record: record(.etag("\"a\""), total: nil))
        #expect(Reply.action(to: reply, asked: unknown, for: request) == .complete)
        #expect(Reply.action(to: reply, asked: half, for: checked) == .askWhole(.notSatisfiable))
        #expect(Reply.action(to: head(416), asked: half, for: checked) == .askWhole(.notSatisfiable))
        let unasked = Reply.action(to: reply, asked: fresh, for: request)
        #expect(unasked == .fail(.status(416, url: "https://host.example/x.zip")))
    }

    @Test("a date of the last change stands in for a tag when it is older than the reply, or a digest decides")
    func dates() {
        func validator(_ changed: String, sent: String?, isChecked: Bool) -> Validator? {
            let reply = head(200) {
                $0.etag = "W/\"a\""
                $0.lastModified = changed
                $0.date = sent
            }
            return Validator(reply, isChecked: isChecked)
        }
        let (one, two) = ("Tue, 01 Jul 2025 10:00:00 GMT", "Tue, 01 Jul 2025 10:00:01 GMT")
        #expect(validator(one, sent: two, isChecked: false) == .lastModified(one))
        #expect(validator(one, sent: one, isChecked: false) == nil)
        #expect(validator(one, sent: nil, isChecked: false) == nil)
        #expect(validator("no date", sent: two, isChecked: false) == nil)
        #expect(validator(one, sent: one, isChecked: true) == .lastModified(one))
    }

    @Test("a record survives its text, and a strange text is no record")
    func records() throws {
        let all = ResumeRecord(
            url: request.url, validator: .etag("\"ä\\ \u{2028}\""), total: 100, md5: Sample.first.md5,
            sha256: Sample.first.sha256)
        #expect(ResumeRecord(all.serialized) == all)
        let bare = record(.lastModified("x"), total: nil)
        #expect(ResumeRecord(bare.serialized) == bare)
        for text in ["", "[]", "{}", "{\"schema\":2,\"url\":\"\(bare.urlDigest)\"}", "{\"schema\":1,\"url\":\"x\"}"] {
            #expect(ResumeRecord(Array(text.utf8)) == nil)
        }
    }
}
