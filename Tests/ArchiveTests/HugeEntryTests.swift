import Glibc
import SyncArchive
import SyncPlatform
import TestSupport
import Testing

/// Archives beyond what 32 bits can count, with a hole instead of data.
@Suite("Beyond 4 GiB") struct HugeEntryTests {
    /// A stored entry of zeros that takes no room on the disk, and a small one behind it.
    private static let maker = #"""
        from struct import pack
        size, crc = 4 * 2**30 + 5, 0xB1C2A1A3
        small = b"behind it"
        small_crc = __import__("zlib").crc32(small)
        def local(name, crc, size, extra=b""):
            short = 0xFFFFFFFF if extra else size
            return pack("<IHHHHHIIIHH", 0x04034B50, 45, 0, 0, 0, 0x58A6, crc, short, short, len(name), len(extra)) + name + extra
        def central(name, crc, size, offset, extra):
            short = min(size, 0xFFFFFFFF)
            return pack("<IHHHHHHIIIHHHHHII", 0x02014B50, 0x31E, 45, 0, 0, 0, 0x58A6, crc, short, short,
                len(name), len(extra), 0, 0, 0, 0o100644 << 16, min(offset, 0xFFFFFFFF)) + name + extra
        with open("a.zip", "wb") as f:
            f.write(local(b"zeros", crc, size, pack("<HHQQ", 1, 16, size, size)))
            f.seek(size, 1)
            behind = f.tell()
            f.write(local(b"small", small_crc, len(small)) + small)
            start = f.tell()
            f.write(central(b"zeros", crc, size, 0, pack("<HHQQ", 1, 16, size, size)))
            f.write(central(b"small", small_crc, len(small), behind, pack("<HHQ", 1, 8, behind)))
            end = f.tell()
            f.write(pack("<IQHHIIQQQQ", 0x06064B50, 44, 45, 45, 0, 0, 2, 2, end - start, start))
            f.write(pack("<IIQI", 0x07064B50, 0, end, 1))
            f.write(pack("<IHHHHIIH", 0x06054B50, 0, 0, 2, 2, end - start, 0xFFFFFFFF, 0))
        import zipfile
        print([(i.filename, i.file_size) for i in zipfile.ZipFile("a.zip").infolist()], zipfile.ZipFile("a.zip").read("small"))
        """#

    private func made<Result>(_ body: (Archive, Directory) async throws -> Result) async throws -> Result {
        try await withScratch { folder in
            let read = try Tool.python(Self.maker, in: folder.path)
            #expect(read == "[('zeros', 4294967301), ('small', 9)] b'behind it'\n")
            let archive = try Archive(folder.openFile("a.zip"), path: "a.zip")
            #expect(archive.unpackedBytes == 4_294_967_301 + 9)
            return try await body(archive, folder.makeDirectory("out"))
        }
    }

    @Test("an entry that begins beyond 4 GiB is found")
    func offset() async throws {
        try await made { archive, out in
            _ = try await archive.extract(into: out, on: lanes, choosing: { $0.path == "small" })
            #expect(try read(out).texts == ["small": "behind it"])
        }
    }

    @Test(
        "an entry over 4 GiB comes out whole",
        .enabled(if: getenv("ASSETSYNC_TEST_HUGE") != nil, "it writes 4 GiB; set ASSETSYNC_TEST_HUGE=1 to run it"))
    func size() async throws {
        try await made { archive, out in
            let made = try await archive.extract(into: out, on: lanes)
            #expect(made.map(\.size) == [9, 4_294_967_301])
            #expect(try out.status("zeros")?.size == 4_294_967_301)
        }
    }

    @Test("what a tool without zip64 counts wrongly is stopped at the size that it says")
    func wrapped() async throws {
        // The size of the data but for a multiple of what its field can hold.
        let data = [UInt8](repeating: 0, count: 3 << 20)
        let member = ZipMember(name: Array("wrapped".utf8), data: data).with {
            $0.central.size = 5
            $0.local.size = 5
        }
        try await opening(ZipMaker([member]).bytes()) { archive, folder in
            let out = try folder.makeDirectory("out")
            await #expect(throws: ArchiveError.entry("wrapped", .tooMuchData(expected: 5))) {
                try await archive.extract(into: out, on: lanes)
            }
            #expect(try (out.status("wrapped")?.size ?? 0) <= 5)
        }
    }
}
