import SyncArchive
import SyncPlatform
import TestSupport
import Testing

@Suite("Limits") struct LimitTests {
    private func refusal(_ maker: ZipMaker, _ change: (inout ArchiveLimits) -> Void) async throws -> ArchiveError? {
        var limits = ArchiveLimits()
        change(&limits)
        return try await ArchiveTests.refusal(maker.bytes(), ArchiveOptions(limits: limits))
    }

    @Test("an archive at the limit passes, one byte or entry more is refused by what the headers claim")
    func limits() async throws {
        let maker = ZipMaker(files: [("a", "12345"), ("b", "67890")])
        #expect(try await refusal(maker) { $0.unpackedBytes = 10 } == nil)
        #expect(try await refusal(maker) { $0.unpackedBytes = 9 } == .unpackedTooLarge(bytes: 10, limit: 9))
        #expect(try await refusal(maker) { $0.entries = 2 } == nil)
        #expect(try await refusal(maker) { $0.entries = 1 } == .tooManyEntries(2, limit: 1))
    }

    @Test("folders that paths only imply count as entries")
    func impliedFolders() async throws {
        let maker = ZipMaker(files: [("a/b/c/d/e", "x")])
        #expect(try await refusal(maker) { $0.entries = 5 } == nil)
        #expect(try await refusal(maker) { $0.entries = 4 } == .tooManyEntries(5, limit: 4))
    }

    @Test("sizes that add up beyond 63 bits are refused")
    func hugeSizes() async throws {
        var sizes: [UInt8] = []
        sizes.append64(UInt64(Int64.max))
        let members = ["a", "b", "c"].map { name in
            ZipMember(name, "x").with {
                $0.central.size = 0xFFFF_FFFF
                $0.central.extra = extraField(1, sizes)
            }
        }
        let error = try await refusal(ZipMaker(members)) { $0.ratio = .max }
        #expect(error == .unpackedTooLarge(bytes: .max, limit: 64 << 30))
    }

    @Test("a bomb is refused by its ratio, what deflate can do at best is not")
    func ratio() async throws {
        let zeros = ZipMember(name: Array("zeros".utf8), data: Array(repeating: 0, count: 12 << 20))
        #expect(try await refusal(ZipMaker([zeros])) { _ in } == nil)
        guard case .ratioTooHigh("zeros", _, 100)? = try await refusal(ZipMaker([zeros]), { $0.ratio = 100 }) else {
            Issue.record("not refused by its ratio")
            return
        }
        let claim = ZipMember("claim", "x").with { $0.central.size = 2_000_000_000 }
        guard case .ratioTooHigh("claim", _, 1100)? = try await refusal(ZipMaker([claim]), { _ in }) else {
            Issue.record("a claim beyond deflate was believed")
            return
        }
    }

    @Test("an entry that has more than its header claims stops there, and little of it is written")
    func lyingHeader() async throws {
        let data = [UInt8](repeating: 0, count: 64 << 20)
        let member = ZipMember(name: Array("liar".utf8), data: data).with {
            $0.central.size = 20 << 20
        }
        try await opening(ZipMaker([member]).bytes()) { archive, folder in
            let out = try folder.makeDirectory("out")
            await #expect(throws: ArchiveError.entry("liar", .tooMuchData(expected: 20 << 20))) {
                try await archive.extract(into: out, on: lanes)
            }
            let status = try out.status("liar")
            #expect(try #require(status).size <= 20 << 20)
        }
    }
}
