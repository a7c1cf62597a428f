import FoundationEssentials
import SyncArchive
import SyncPlatform
import TestSupport
import Testing

@Suite("gzip") struct GzipTests {
    @Test("gzip(1) reads what is written, and the other way round", arguments: [0, 1, 100, 262_144, 1_000_001])
    func bothWays(_ count: Int) async throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
        try await withScratch { folder in
            let packed = try Gzip.compress(bytes)
            #expect(try Gzip.compress(bytes) == packed)
            // RFC 1952, section 2.3.1: no flags, so no name, and no time.
            #expect(Array(packed[..<8]) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
            try Data(packed).write(to: URL(filePath: "\(folder.path)/a.gz"))
            try await runTool(["sh", "-e", "-c", "cd '\(folder.path)'; gzip -dk a.gz; gzip -1 <a >b.gz"])
            #expect(try Array(Data(contentsOf: URL(filePath: "\(folder.path)/a"))) == bytes)
            let theirs = try Array(Data(contentsOf: URL(filePath: "\(folder.path)/b.gz")))
            #expect(try Gzip.decompress(theirs, limit: count) == bytes)
            #expect(try Gzip.decompress(packed, limit: count) == bytes)
        }
    }

    @Test("what is cut, changed, too large or followed by something is refused")
    func damaged() throws {
        let bytes = [UInt8](repeating: 7, count: 100_000)
        let packed = try Gzip.compress(bytes)
        for count in 0..<packed.count {
            #expect(throws: ArchiveError.self) { try Gzip.decompress(Array(packed[..<count]), limit: 1 << 20) }
        }
        #expect(throws: ArchiveError.self) { try Gzip.decompress(packed, limit: bytes.count - 1) }
        #expect(throws: ArchiveError.self) { try Gzip.decompress(packed + [0], limit: 1 << 20) }
        #expect(throws: ArchiveError.self) { try Gzip.decompress(packed + packed, limit: 1 << 20) }
        for index in packed.indices.suffix(8) {
            var changed = packed
            changed[index] ^= 1
            #expect(throws: ArchiveError.self) { try Gzip.decompress(changed, limit: 1 << 20) }
        }
    }
}
