import SyncArchive
import SyncCore
import SyncPlatform
import TestSupport
import Testing

/// One broken or hostile archive, and how it must be refused.
struct Refused: Sendable, CustomTestStringConvertible {
    let what: String
    let bytes: [UInt8]
    /// A part of the error's sentence.
    let says: String

    init(_ what: String, _ bytes: [UInt8], _ says: String) {
        self.what = what
        self.bytes = bytes
        self.says = says
    }

    /// Two good files around a bad entry, so that nothing depends on its place.
    init(_ what: String, _ member: ZipMember, _ says: String) {
        self.init(
            what, ZipMaker([ZipMember("index.html", "hello"), member, ZipMember("main.js", "run()")]).bytes(), says)
    }

    /// An archive of two good files that is changed as a whole.
    init(_ what: String, _ says: String, _ change: (inout ZipMaker) -> Void) {
        var maker = ZipMaker(files: [("index.html", "hello"), ("main.js", "run()")])
        change(&maker)
        self.init(what, maker.bytes(), says)
    }

    var testDescription: String { what }

    /// Refused with that reason, retrying is no use, and not one file is left behind that had to be judged first.
    func check(nothingWritten: Bool = true, on lanes: [Lane] = lanes) async throws {
        try await withScratch { folder in
            let file = try folder.createFile("a.zip")
            try bytes.withUnsafeBytes { try file.writeAll($0, path: "a.zip") }
            let out = try folder.makeDirectory("out")
            do {
                let archive = try Archive(folder.openFile("a.zip"), path: "a.zip")
                _ = try await archive.extract(into: out, on: lanes)
                Issue.record("not refused: \(what)")
            } catch let error as ArchiveError {
                #expect(error.summary.contains(says), "said: \(error.summary)")
                #expect(error.retry == .never)
                #expect(!error.summary.unicodeScalars.contains { $0.properties.generalCategory == .control })
            }
            if nothingWritten { #expect(try out.names().isEmpty) }
            #expect(try folder.names().sorted() == ["a.zip", "out"])
        }
    }
}

@Suite("Refusing what is no archive") struct NoArchiveTests {
    static let cases = [
        Refused("an empty file", [], "an empty file"),
        Refused(
            "an HTML page", Array("<!DOCTYPE html>\n<html><title>Sign in".utf8), "an HTML page: `<!DOCTYPE html> <html>"
        ),
        Refused("a JSON text", Array("{\"error\": \"no\"}".utf8), "a JSON text"),
        Refused("a gzip file", [0x1F, 0x8B, 8, 0] + Array(repeating: 1, count: 100), "a gzip file"),
        Refused("zero bytes", Array(repeating: 0, count: 5000), "zero bytes"),
        Refused("binary data", Array(repeating: 0xFF, count: 5000), "unknown binary data"),
        Refused("a text that clears the screen", Array("\u{1B}[2Jboo".utf8), "\\u{1B}[2Jboo"),
        Refused("one byte", [0x50], "a text: `P`"),
        Refused(
            "the first half", Array(ZipMaker(files: [("a", String(repeating: "x", count: 500))]).bytes().prefix(60)),
            "cut short"),
        Refused("all but the last byte", Array(ZipMaker(files: [("a", "x")]).bytes().dropLast()), "cut short"),
        Refused("a comment that is longer than what is left", "cut short") { $0.end.commentSize = 100 },
        Refused("bytes after the end", "follow the archive's end record") { $0.trailing = Array("more".utf8) },
        Refused("a comment that is shorter than what is there", "follow the archive's end record") {
            $0.comment = Array("comment".utf8)
            $0.end.commentSize = 3
        },
        Refused("two archives in one file", "two different archives") {
            // The second one stands in the first one's comment, complete.
            $0.comment = ZipMaker(files: [("other", "x")]).bytes()
        },
        Refused("an empty archive", ZipMaker().bytes(), "has no files"),
        Refused("only folders", ZipMaker([.folder("a/"), .folder("a/b/")]).bytes(), "has no files"),
        Refused(
            "only what macOS adds", ZipMaker(files: [("__MACOSX/a", "x"), (".DS_Store", "y")]).bytes(), "has no files"),
    ]

    @Test("what is no archive is named by what it is", arguments: cases)
    func refuses(_ refused: Refused) async throws { try await refused.check() }
}

@Suite("Refusing a broken directory") struct BrokenDirectoryTests {
    static let cases = [
        Refused("a directory outside the file", "lies outside the file") {
            $0.end.directoryOffset = 0x7FFF_FFF0
            $0.end.directorySize = 0x7FFF_FFF0
        },
        Refused("a directory offset after the directory", "lies outside the file") {
            $0.end.directoryOffset = 0x7FFF_FFFF
        },
        Refused("a directory size one too small", "central directory is damaged") { $0.end.directorySize = 90 },
        Refused("a directory size of zero", "central directory is damaged") { $0.end.directorySize = 0 },
        Refused("one entry too few", "holds 2 entries, the end record says 1") {
            $0.end.entries = 1
            $0.end.entriesHere = 1
        },
        Refused("one entry too many", "holds 2 entries, the end record says 3") {
            $0.end.entries = 3
            $0.end.entriesHere = 3
        },
        Refused("no entries but a directory", "but no entries") {
            $0.end.entries = 0
            $0.end.entriesHere = 0
        },
        Refused("junk at the end of the directory", "no entry") { $0.directoryTail = Array("JUNKJUNK".utf8) },
        Refused("a few bytes at the end of the directory", "no entry") { $0.directoryTail = [0x50] },
        Refused("a split archive", "multi-disk") { $0.end.disk = 1 },
        Refused("a split archive by the directory's disk", "multi-disk") { $0.end.directoryDisk = 1 },
        Refused("a split archive by the count", "multi-disk") { $0.end.entriesHere = 1 },
        Refused("an entry on another disk", "multi-disk") { $0.members[1].central.disk = 3 },
        Refused("an entry without its signature", "no entry at") { $0.members[1].central.signature = 0x0201_4B51 },
        Refused("the first entry without its signature", "not where the end record says") {
            $0.members[0].central.signature = 0
        },
        Refused("a zip64 record that is not where it should be", "not where its locator says") {
            $0.zip64 = true
            $0.end.zip64Offset = 3
        },
        Refused("a zip64 record far outside", "not where its locator says") {
            $0.zip64 = true
            $0.end.zip64Offset = .max
        },
        Refused("a zip64 record of the wrong length", "not where its locator says") {
            $0.zip64 = true
            $0.end.zip64RecordSize = 4000
        },
        Refused("a zip64 archive on several disks", "multi-disk") {
            $0.zip64 = true
            $0.end.zip64Disks = 2
        },
        Refused("end records that disagree on the count", "differ") {
            $0.zip64 = true
            $0.end.entries = 1
        },
        Refused("end records that disagree on the directory", "differ") {
            $0.zip64 = true
            $0.end.directoryOffset = 0
        },
        Refused("a zip64 count beyond everything", "more than the limit") {
            $0.zip64 = true
            $0.end.zip64Entries = .max
        },
        Refused("a zip64 count that is wrong", "holds 2 entries, the end record says 3") {
            $0.zip64 = true
            $0.end.zip64Entries = 3
        },
        Refused("a zip64 directory size beyond everything", "lies outside the file") {
            $0.zip64 = true
            $0.end.zip64DirectorySize = .max
        },
        Refused("a zip64 directory offset beyond everything", "lies outside the file") {
            $0.zip64 = true
            $0.end.zip64DirectoryOffset = .max - 10
        },
    ]

    @Test("a broken central directory is refused before anything is written", arguments: cases)
    func refuses(_ refused: Refused) async throws { try await refused.check() }

    @Test("an archive cut at any byte is refused, whatever the cut leaves")
    func cutAnywhere() async throws {
        var maker = ZipMaker([ZipMember("a", "hello"), .folder("d/"), .link("d/l", to: "../a")])
        maker.zip64 = true
        maker.comment = Array("bye".utf8)
        let bytes = maker.bytes()
        for count in 0..<bytes.count {
            #expect(try await refusal(Array(bytes.prefix(count))) != nil, "cut at \(count)")
        }
    }
}

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

@Suite("Refusing bad data") struct BadDataTests {
    private static let text = String(repeating: "some text ", count: 90)
    static let cases =
        [
            Refused(
                "a wrong CRC, stored",
                ZipMember("a", text).with {
                    $0.method = 0; $0.central.crc = 0xDEAD_BEEF
                }, "checksum mismatch"),
            Refused(
                "a wrong CRC, deflated", ZipMember("a", text).with { $0.central.crc = 0xDEAD_BEEF }, "checksum mismatch"
            ),
            Refused(
                "noise instead of deflate", ZipMember("a", text).with { $0.packed = Array(repeating: 0xFF, count: 50) },
                "corrupt"),
            Refused(
                "deflate cut short", ZipMember("a", text).with { $0.packed = deflated(Array(text.utf8)).dropLast(3) },
                "corrupt"),
            Refused("deflate of nothing", ZipMember("a", text).with { $0.packed = [] }, "corrupt"),
            Refused(
                "bytes after the deflate stream",
                ZipMember("a", text).with { $0.packed = deflated(Array(text.utf8)) + Array("TAIL".utf8) },
                "4 bytes are left over"),
            Refused(
                "more data than the size says", ZipMember("a", text).with { $0.central.size = 899 },
                "more than the 899 bytes"),
            Refused(
                "less data than the size says", ZipMember("a", text).with { $0.central.size = 901 },
                "unpacks to 900 bytes, the directory says 901"),
            Refused(
                "data where none should be", ZipMember("a", text).with { $0.central.size = 0 }, "more than the 0 bytes"),
        ]
        + [UInt16](arrayLiteral: 1, 6, 9, 12, 14, 77, 93, 95, 98).map { method in
            Refused(
                "method \(method)",
                ZipMember("a", text).with {
                    $0.method = method; $0.packed = [1, 2, 3]
                }, "compression method \(method)")
        } + [
            Refused("patched data", ZipMember("a", text).with { $0.flags = 1 << 5 }, "patch data"),
            Refused("strong encryption", ZipMember("a", text).with { $0.flags = 0x41 }, "strong encryption"),
            Refused("masked headers", ZipMember("a", text).with { $0.flags = 1 << 13 }, "encrypted central directory"),
            Refused(
                "AES without its field",
                ZipMember("a", text).with {
                    $0.method = 99; $0.flags = 1; $0.packed = Array(repeating: 0, count: 64)
                }, "AES header"),
            Refused(
                "AES without the flag",
                ZipMember("a", text).with {
                    $0.method = 99; $0.packed = Array(repeating: 0, count: 64)
                }, "AES header"),
            Refused(
                "encrypted, no password",
                ZipMember("a", text).with {
                    $0.flags = 1; $0.packed = Array(repeating: 0, count: 64)
                }, "password is required"),
        ]

    @Test("data that is not what the directory says is refused", arguments: cases)
    func refuses(_ refused: Refused) async throws { try await refused.check(nothingWritten: false) }

    static let large: [Refused] = {
        let data = (0..<4_600_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 9) }
        let big = ZipMember(name: Array("big".utf8), data: data)
        let packed = deflated(data)
        return [
            Refused("a wrong CRC", big.with { $0.central.crc = 7 }, "checksum mismatch"),
            Refused(
                "a wrong CRC, stored",
                big.with {
                    $0.method = 0; $0.central.crc = 7
                }, "checksum mismatch"),
            Refused(
                "noise in the middle",
                big.with { $0.packed = packed.prefix(9000) + Array(repeating: 0xFF, count: packed.count - 9000) },
                "corrupt"),
            Refused("deflate cut short", big.with { $0.packed = packed.dropLast(100) }, "corrupt"),
            Refused(
                "bytes after the deflate stream", big.with { $0.packed = packed + [1, 2, 3] }, "3 bytes are left over"),
            Refused(
                "many bytes after the deflate stream",
                big.with { $0.packed = packed + Array(repeating: 1, count: 600_000) }, "600000 bytes are left over"),
            Refused(
                "more data than the size says", big.with { $0.central.size = 4_500_000 }, "more than the 4500000 bytes"),
            Refused(
                "less data than the size says", big.with { $0.central.size = 4_700_000 }, "unpacks to 4600000 bytes"),
            Refused("a descriptor that differs", big.with { $0.descriptor = .wrongChecksum }, "descriptor differs"),
        ]
    }()

    @Test("the same holds for entries that are streamed", arguments: large)
    func refusesLarge(_ refused: Refused) async throws { try await refused.check(nothingWritten: false, on: manyLanes) }
}
