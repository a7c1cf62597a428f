import SyncCore
import SyncPlatform
import TestSupport
import Testing

@testable import SyncTransfer

@Suite("Partial name") struct PartialNameTests {
    private func stem(
        _ game: String = "snake", _ version: String = "1", _ url: String = "https://host/x.zip", md5: Digest? = nil,
        sha256: Digest? = nil
    ) throws -> String {
        PartialName(
            game: try GameID(game), version: try Version(version), url: try SafeURL(url), md5: md5, sha256: sha256
        ).stem
    }

    @Test("the promised digest names it, the stronger one first, and the address does not matter then")
    func digests() throws {
        let (md5, sha256) = (Sample.first.md5, Sample.first.sha256)
        #expect(try stem(md5: md5).hasPrefix("md5-159a6f6522b987bb2ea2357ccf89e226-"))
        #expect(try stem(md5: md5, sha256: sha256).hasPrefix("sha256-4bd66a8f5134eeee"))
        #expect(try stem(md5: md5) == stem("snake", "2", "https://other/y.zip", md5: md5))
        #expect(try stem(md5: md5) != stem(md5: Sample.second.md5))
    }

    @Test("two games never share one, and without a digest neither do two versions or two addresses")
    func apart() throws {
        let names = try [
            stem(), stem("pong"), stem("snake", "2"), stem("snake", "1", "https://host/y.zip"),
            stem("snake", "1", "https://host/x.zip?key=1"), stem(md5: Sample.first.md5),
            stem("pong", md5: Sample.first.md5),
        ]
        #expect(Set(names).count == names.count)
        // A name is a file name whatever the id is, and shows no address.
        let long = try stem(String(repeating: "ü", count: 100), "1", "https://user:SECRET@host/x?SECRET")
        #expect(long.utf8.count < 200 && long.utf8.allSatisfy { $0 < 0x7F } && !long.contains("SECRET"))
    }

    @Test("removing takes both files, and is no failure when there are none")
    func removal() async throws {
        try await withScratch { folder in
            let name = PartialName(
                game: try GameID("a"), version: try Version("1"), url: try SafeURL("http://h/x"), md5: nil, sha256: nil)
            try name.remove(in: folder)
            try writeFile(name.file, [1], in: folder)
            try writeFile(name.record, [1], in: folder)
            try name.remove(in: folder)
            #expect(try folder.names() == [])
        }
    }
}
