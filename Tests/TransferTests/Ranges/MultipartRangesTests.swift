import Testing

@testable import SyncTransfer

@Suite("multipart/byteranges") struct MultipartRangesTests {
    /// What the parts of a body hold, as `offset: text`, fed in pieces of `size` bytes.
    private func read(_ body: String, type: String = "multipart/byteranges; boundary=X", pieces size: Int) throws
        -> (texts: [Int64: String], isEnded: Bool)
    {
        var parser = try #require(MultipartRanges(contentType: type))
        var texts: [Int64: String] = [:]
        var parts: [ByteRange] = []
        let bytes = Array(body.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            let piece = Array(bytes[start..<min(start + size, bytes.count)])
            try piece.withUnsafeBytes { piece in
                try parser.add(piece) { event, at in
                    switch event {
                    case .part(let range, total: 26): parts.append(range)
                    case .part: Issue.record("another total")
                    case .bytes(let offset, let count):
                        let owner = try #require(parts.last { $0.offset <= offset && offset < $0.end })
                        texts[owner.offset, default: ""] += String(decoding: piece[at..<(at + count)], as: UTF8.self)
                    }
                }
            }
        }
        return (texts, parser.isEnded)
    }

    private let alphabet = """
        \r\n--X\r\nContent-Type: application/zip\r\nContent-Range: bytes 20-22/26\r\n\r\nuvw\
        \r\n--X\r\ncontent-range:bytes 0-1/26\r\n\r\nab\
        \r\n--X--\r\n
        """

    @Test("parts are found in whatever pieces the body arrives, in any order", arguments: [1, 2, 3, 7, 50, 1000])
    func pieces(_ size: Int) throws {
        let (texts, isEnded) = try read(alphabet, pieces: size)
        #expect(texts == [20: "uvw", 0: "ab"])
        #expect(isEnded)
    }

    @Test("content that looks like a delimiter is content: the length tells where a part ends")
    func delimiterInContent() throws {
        let body = "--X\r\nContent-Range: bytes 0-8/26\r\n\r\n\r\n--X--\r\n\r\n--X--\r\n"
        #expect(try read(body, pieces: 4).texts == [0: "\r\n--X--\r\n"])
    }

    @Test("a boundary in quotes, with parameters around it, is understood")
    func quoted() throws {
        let body = "--a b\r\nContent-Range: bytes 1-1/26\r\n\r\nb\r\n--a b--"
        let type = "Multipart/ByteRanges; charset=x; boundary=\"a b\""
        #expect(try read(body, type: type, pieces: 100).texts == [1: "b"])
    }

    @Test(
        "a content type without a usable boundary is no multipart",
        arguments: [
            "application/zip", "multipart/byteranges", "multipart/byteranges; boundary=", "multipart/mixed; boundary=X",
            "multipart/byteranges; boundary=\"\u{7F}\"",
        ])
    func noBoundary(_ type: String) {
        #expect(MultipartRanges(contentType: type) == nil)
    }

    @Test(
        "a part that does not say what it is, and rubbish between parts, is refused",
        arguments: [
            "--X\r\nContent-Type: a\r\n\r\nab\r\n--X--", "--X\r\nContent-Range: bytes 5-2/26\r\n\r\nab\r\n--X--",
            "--X\r\nContent-Range: bytes */26\r\n\r\nab\r\n--X--",
            "--X\r\nContent-Range: bytes 0-1/26\r\n\r\nabrubbish\r\n--X--",
            "--X\r\n" + String(repeating: "a", count: 10_000),
        ])
    func refused(_ body: String) {
        #expect(throws: MultipartRanges.Fault.self) { try read(body, pieces: 64) }
    }
}
