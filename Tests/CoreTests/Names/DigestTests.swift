import SyncCore
import Testing

@Suite("Digest") struct DigestTests {
    static let md5 = "d41d8cd98f00b204e9800998ecf8427e"
    static let sha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    @Test("case and outer white space do not count")
    func spelling() throws {
        let plain = try #require(Digest(.md5, hex: Self.md5))
        let spellings = [
            Self.md5.uppercased(), " \(Self.md5)", "\(Self.md5) ", "  \(Self.md5.uppercased())\t\r\n",
            "D41d8Cd98f00b204E9800998ecF8427e",
        ]
        for text in spellings { #expect(Digest(.md5, hex: text) == plain) }
        #expect(plain.hex == Self.md5)
        #expect(Digest(.sha256, hex: " \(Self.sha256.uppercased()) ")?.hex == Self.sha256)
    }

    @Test("any other text is no digest")
    func refused() {
        let texts = [
            "", " ", String(Self.md5.dropLast()), Self.md5 + "0", Self.sha256, "g" + Self.md5.dropFirst(),
            "d41d8cd9 8f00b204e9800998ecf8427e", "0x" + Self.md5.dropFirst(2), "md5:" + Self.md5,
            "\"" + Self.md5.dropFirst(2) + "\"", "-" + Self.md5.dropFirst(), Self.md5 + " x", "\u{A0}" + Self.md5,
            String(repeating: "\u{FF10}", count: 32), String(repeating: "a\u{301}", count: 16),
            String(repeating: "@", count: 32), String(repeating: "`", count: 32), String(repeating: ":", count: 32),
            String(repeating: "/", count: 32), String(repeating: "G", count: 32), String(repeating: "\0", count: 32),
        ]
        for text in texts { #expect(Digest(.md5, hex: text) == nil, "\(text.printable())") }
        #expect(Digest(.sha256, hex: Self.md5) == nil)
    }

    @Test("bytes and text of one digest are the same digest")
    func bytes() {
        let bytes: [UInt8] = [
            0xD4, 0x1D, 0x8C, 0xD9, 0x8F, 0x00, 0xB2, 0x04, 0xE9, 0x80, 0x09, 0x98, 0xEC, 0xF8, 0x42, 0x7E,
        ]
        #expect(Digest(.md5, bytes: bytes) == Digest(.md5, hex: Self.md5))
        #expect("\(Digest(.md5, bytes: bytes))" == "md5:\(Self.md5)")
    }

    @Test("digests of different algorithms never contradict each other, of the same they do")
    func contradiction() throws {
        let md5 = try Sample.md5("0"), other = try Sample.md5("1"), sha256 = try Sample.sha256("0")
        #expect(!ArchiveDigests(md5: md5).contradicts(ArchiveDigests(sha256: sha256)))
        #expect(!ArchiveDigests().contradicts(ArchiveDigests(md5: md5, sha256: sha256)))
        #expect(!ArchiveDigests(md5: md5, sha256: sha256).contradicts(ArchiveDigests(md5: md5)))
        #expect(ArchiveDigests(md5: md5, sha256: sha256).contradicts(ArchiveDigests(md5: other, sha256: sha256)))
        #expect(ArchiveDigests(md5: other).contradicts(ArchiveDigests(md5: md5)))
    }
}
