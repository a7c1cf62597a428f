import SyncArchive
import TestSupport
import Testing

@Suite("Refusing broken headers") struct BrokenHeaderTests {
    static let cases = [
        Refused(
            "a local header outside the file", ZipMember("a", "x").with { $0.central.offset = 0x7FFF_FFFF },
            "do not lie within"),
        Refused(
            "a local header inside the directory", ZipMember("a", "x").with { $0.central.offset = 150 },
            "do not lie within"),
        Refused(
            "an offset where no header is",
            ZipMember("a", "xy").with {
                $0.gap = [0, 0]; $0.central.offset = 48
            }, "no local header"),
        Refused(
            "a size that says zip64 without its field",
            ZipMember("a", "x").with { $0.central.packedSize = 0xFFFF_FFFF }, "do not lie within"),
        Refused(
            "a zip64 field that is too short",
            ZipMember("a", "x").with {
                $0.central.size = 0xFFFF_FFFF
                $0.central.extra = extraField(1, [1, 2, 3, 4])
            }, "zip64 values are missing"),
        Refused(
            "zip64 sizes beyond everything",
            ZipMember("a", "x").with {
                $0.central.size = 0xFFFF_FFFF
                $0.central.packedSize = 0xFFFF_FFFF
                $0.central.extra = extraField(1, Array(repeating: 0xFF, count: 16))
            }, "do not lie within"),
        Refused(
            "a zip64 offset beyond everything",
            ZipMember("a", "x").with {
                $0.central.offset = 0xFFFF_FFFF
                $0.central.extra = extraField(1, Array(repeating: 0x7F, count: 8))
            }, "do not lie within"),
        Refused(
            "an extra field that runs past its end", ZipMember("a", "x").with { $0.central.extra = [1, 2, 200, 0, 5] },
            "runs past"),
        Refused(
            "a local name that differs", ZipMember("start.js", "x").with { $0.local.name = Array("start.txt".utf8) },
            "name differs"),
        Refused(
            "a local name that leaves the folder", ZipMember("a.txt", "x").with { $0.local.name = Array("../bb".utf8) },
            "name differs"),
        Refused(
            "a local name that is longer", ZipMember("a", "x").with { $0.local.name = Array("aa".utf8) }, "name differs"
        ),
        Refused("a local method that differs", ZipMember("a", "x").with { $0.local.method = 0 }, "method differs"),
        Refused("a local header that says encrypted", ZipMember("a", "x").with { $0.local.flags = 1 }, "flags differ"),
        Refused("a local CRC that differs", ZipMember("a", "x").with { $0.local.crc = 1 }, "CRC-32 differs"),
        Refused("a local size that differs", ZipMember("a", "x").with { $0.local.size = 9 }, "sizes differ"),
        Refused(
            "a local packed size that differs", ZipMember("a", "x").with { $0.local.packedSize = 9 }, "sizes differ"),
        Refused(
            "local sizes of zero without a descriptor",
            ZipMember("a", "x").with {
                $0.local.packedSize = 0; $0.local.size = 0
            }, "sizes differ"),
        Refused(
            "local sizes that say zip64 without its field", ZipMember("a", "x").with { $0.local.size = 0xFFFF_FFFF },
            "sizes differ"),
        Refused(
            "a local zip64 field that is too short",
            ZipMember("a", "x").with {
                $0.local.size = 0xFFFF_FFFF
                $0.local.extra = extraField(1, [1])
            }, "zip64 values are missing"),
        Refused(
            "a local extra field that runs into the next entry",
            ZipMember("a", "x").with {
                $0.local.extra = [9, 9, 1, 0, 5, 5]; $0.central.packedSize = 30
            }, "overlap"),
        Refused(
            "a local signature that is wrong", ZipMember("a", "x").with { $0.local.signature = 0x0403_4B51 },
            "no local header"),
        Refused(
            "a folder whose local name differs", ZipMember.folder("d/").with { $0.local.name = Array("e/".utf8) },
            "name differs"),
        Refused(
            "stored bytes of another length",
            ZipMember("a", "hello").with {
                $0.method = 0; $0.central.size = 4
            }, "stored"),
        Refused(
            "a descriptor with another CRC", ZipMember("a", "hello").with { $0.descriptor = .wrongChecksum },
            "descriptor differs"),
        Refused(
            "a descriptor that is missing", ZipMember("a", "hello").with { $0.descriptor = .missing },
            "descriptor differs"),
        Refused(
            "data that runs into the next entry", ZipMember("a", "hello").with { $0.central.packedSize = 20 }, "overlap"
        ),
    ]

    @Test("headers that are wrong or disagree are refused", arguments: cases)
    func refuses(_ refused: Refused) async throws { try await refused.check(nothingWritten: false) }

    @Test("entries that share bytes are refused, in whole or in part")
    func overlaps() async throws {
        let kernel = ZipMember("index.html", String(repeating: "bomb ", count: 500))
        let copies = (0..<12).map { index in
            ZipMember("copy0\(index % 10)", String(repeating: "bomb ", count: 500)).with {
                $0.isOnlyInDirectory = true
                $0.central.offset = 0
                $0.central.name = index < 10 ? nil : Array("copy1\(index)".utf8)
            }
        }
        var maker = ZipMaker([kernel] + copies)
        maker.gap = Array(repeating: 0, count: 200)
        try await Refused("the same bytes twelve times", maker.bytes(), "overlap").check()

        // A quine-like bomb: each local header quoted inside the stored block before it.
        let inner = ZipMaker([ZipMember("b", "hello").with { $0.method = 0 }]).bytes()
        let outer = ZipMember(name: Array("a".utf8), data: inner).with { $0.method = 0 }
        let quoted = ZipMember("b", "hello").with {
            $0.method = 0
            $0.isOnlyInDirectory = true
            $0.central.offset = 31
        }
        try await Refused("an entry inside another one", ZipMaker([outer, quoted]).bytes(), "overlap").check()

        let inDirectory = ZipMember("c", "hello").with {
            $0.method = 0; $0.central.packedSize = 200; $0.central.size = 200
        }
        try await Refused("an entry that runs into the directory", ZipMaker([inDirectory]).bytes(), "do not lie within")
            .check()
    }
}
