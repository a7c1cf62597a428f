import SyncArchive
import SyncPlatform
import TestSupport
import Testing

/// Archives that real tools make: each must come out as it went in.
@Suite("Reading archives") struct ReadingTests {
    private let text = String(repeating: "let the game begin; ", count: 40)

    @Test("stored and deflated entries come out byte for byte", arguments: [UInt16(0), 8])
    func methods(_ method: UInt16) async throws {
        let member = ZipMember("a/b.txt", text).with { $0.method = method }
        let out = try await unpack(ZipMaker([member, ZipMember("c", "x")]).bytes())
        #expect(out.texts == ["a/b.txt": text, "c": "x"])
        #expect(out.folders == ["a"])
    }

    @Test(
        "a data descriptor may have a signature or not, and sizes of 32 or 64 bits",
        arguments: [ZipMember.Descriptor.signed32, .bare32, .signed64, .bare64], [UInt16(0), 8])
    func descriptors(_ descriptor: ZipMember.Descriptor, _ method: UInt16) async throws {
        let member = ZipMember("a.txt", text).with {
            $0.method = method
            $0.descriptor = descriptor
        }
        let out = try await unpack(ZipMaker([member, ZipMember("b", "second")]).bytes())
        #expect(out.texts == ["a.txt": text, "b": "second"])
    }

    @Test("a descriptor whose checksum looks like its signature is not mistaken")
    func descriptorLikeSignature() async throws {
        // CRC-32 of these four bytes is 0x08074B50, the signature itself (found by search).
        let data: [UInt8] = try #require(bytesWithSignatureAsChecksum())
        let member = ZipMember(name: Array("a".utf8), data: data).with {
            $0.method = 0
            $0.descriptor = .bare32
        }
        let out = try await unpack(ZipMaker([member, ZipMember("b", "second")]).bytes())
        #expect(out.files["a"] == data)
    }

    @Test("an empty entry may leave out the descriptor that it announces")
    func missingDescriptorOfEmpty() async throws {
        let empty = ZipMember("empty").with {
            $0.method = 0
            $0.descriptor = .missing
        }
        let folder = ZipMember.folder("d/").with { $0.descriptor = .missing }
        let out = try await unpack(ZipMaker([empty, folder, ZipMember("b", "x")]).bytes())
        #expect(out.texts == ["empty": "", "b": "x"])
    }

    @Test("empty files come stored, deflated, deflated to nothing, and streamed")
    func emptyFiles() async throws {
        let members = [
            ZipMember("stored").with { $0.method = 0 }, ZipMember("deflated"),
            ZipMember("nothing").with { $0.packed = [] }, ZipMember("streamed").with { $0.descriptor = .signed32 },
            ZipMember("index.html", "x"),
        ]
        let out = try await unpack(ZipMaker(members).bytes())
        #expect(out.texts == ["stored": "", "deflated": "", "nothing": "", "streamed": "", "index.html": "x"])
    }

    @Test("zip64 fields are read wherever they may appear", arguments: [false, true])
    func zip64(_ streamed: Bool) async throws {
        let members = ["a", "b"].map { name in
            ZipMember(name, text).with {
                $0.zip64 = true
                $0.descriptor = streamed ? .signed64 : .none
            }
        }
        var maker = ZipMaker(members)
        maker.zip64 = true
        #expect(try await unpack(maker.bytes()).texts == ["a": text, "b": text])
        maker.end.keepsSmallFields = true
        #expect(try await unpack(maker.bytes()).texts == ["a": text, "b": text])
    }

    @Test("a zip64 field that is there though nothing needs it does no harm")
    func idleZip64() async throws {
        let unneeded = extraField(1, Array(repeating: 0x55, count: 16))
        let members = [
            ZipMember("a", text).with { $0.extra = unneeded },
            ZipMember("b", "x").with { $0.extra = extraField(1, []) },
        ]
        #expect(try await unpack(ZipMaker(members).bytes()).texts == ["a": text, "b": "x"])
    }

    @Test("only the saturated fields have a value in the zip64 field")
    func partialZip64() async throws {
        var offset: [UInt8] = []
        offset.append64(0)
        let member = ZipMember("a", text).with {
            $0.central.extra = extraField(1, offset)
            $0.central.offset = 0xFFFF_FFFF
        }
        #expect(try await unpack(ZipMaker([member]).bytes()).texts == ["a": text])
    }

    @Test("the disk's number may stand in the zip64 field, alone or behind the other values", arguments: [false, true])
    func zip64Disk(_ isFull: Bool) async throws {
        var values: [UInt8] = []
        let body = deflated(Array(text.utf8))
        if isFull { for value in [UInt64(text.utf8.count), UInt64(body.count), 0] { values.append64(value) } }
        func member(_ disk: UInt32) -> ZipMember {
            var field = values
            field.append32(disk)
            return ZipMember("a", text).with {
                $0.central.disk = 0xFFFF
                $0.central.extra = extraField(1, field)
                guard isFull else { return }
                $0.local.size = UInt32(text.utf8.count)
                $0.central.size = 0xFFFF_FFFF
                $0.central.packedSize = 0xFFFF_FFFF
                $0.central.offset = 0xFFFF_FFFF
            }
        }
        #expect(try await unpack(ZipMaker([member(0)]).bytes()).texts == ["a": text])
        #expect(try await refusal(ZipMaker([member(70_000)]).bytes()) == .entry("a", .otherDisk(70_000)))
    }

    @Test("small entries side by side come out each by itself, whatever their order and headers are")
    func neighbours() async throws {
        var members = (0..<400).map { index in
            ZipMember("f\(index * 7 % 400)", String(repeating: "\(index);", count: index % 50)).with {
                $0.method = index % 3 == 0 ? 0 : 8
                $0.descriptor = ZipMember.Descriptor.allCases[index % 5]
                $0.gap = Array(repeating: 7, count: index % 4 * 30)
                // Longer than is guessed at first.
                if index % 9 == 0 { $0.local.extra = extraField(0xCAFE, Array(repeating: 1, count: 700)) }
                if index % 60 == 0 { $0.local.extra = extraField(0xCAFE, Array(repeating: 1, count: 60_000)) }
            }
        }
        let expected = Dictionary(
            uniqueKeysWithValues: members.map { (String(decoding: $0.name, as: UTF8.self), $0.data) })
        #expect(try await unpack(ZipMaker(members).bytes()).files == expected)
        members.sort { String(decoding: $0.name, as: UTF8.self) < String(decoding: $1.name, as: UTF8.self) }
        #expect(try await unpack(ZipMaker(members).bytes()).files == expected)
        members[200].central.crc = 1
        let name = String(decoding: members[200].name, as: UTF8.self)
        #expect(try await refusal(ZipMaker(members).bytes())?.summary.contains("`\(name)`") == true)
    }

    @Test("something in front of the archive is skipped, whether offsets count it or not", arguments: [false, true])
    func prefix(_ counted: Bool) async throws {
        for zip64 in [false, true] {
            var maker = ZipMaker(files: [("a", text), ("b", "x")])
            maker.prefix = Array("#!/bin/sh\nexec unzip $0\n".utf8)
            maker.countsPrefix = counted
            maker.zip64 = zip64
            #expect(try await unpack(maker.bytes()).texts == ["a": text, "b": "x"])
        }
    }

    @Test("a whole archive in front of another one is only a prefix")
    func archiveInFront() async throws {
        var maker = ZipMaker(files: [("new", "2")])
        maker.prefix = ZipMaker(files: [("old", "1")]).bytes()
        #expect(try await unpack(maker.bytes()).texts == ["new": "2"])
    }

    @Test("gaps between entries and before the directory are let pass")
    func gaps() async throws {
        var maker = ZipMaker([ZipMember("a", text), ZipMember("b", "x").with { $0.gap = [1, 2, 3] }])
        maker.gap = Array(repeating: 7, count: 4096)
        #expect(try await unpack(maker.bytes()).texts == ["a": text, "b": "x"])
    }

    @Test("a comment may be long, and may hold the signature of an end record", arguments: 0..<5)
    func comments(_ kind: Int) async throws {
        var maker = ZipMaker(files: [("a", "x")])
        let signature: [UInt8] = [0x50, 0x4B, 5, 6]
        maker.comment =
            switch kind {
            case 0: Array("hello".utf8)
            case 1: Array(repeating: 0x41, count: 65_535)
            case 2: signature + Array("inside a comment, long enough to be one".utf8)
            // An end record of an empty archive, complete.
            case 3: signature + Array(repeating: 0, count: 18)
            // One that says it has an entry where there is none.
            default: signature + [0, 0, 0, 0, 1, 0, 1, 0, 46, 0, 0, 0, 0, 0, 0, 0, 0, 0]
            }
        #expect(try await unpack(maker.bytes()).texts == ["a": "x"])
        maker.zip64 = true
        #expect(try await unpack(maker.bytes()).texts == ["a": "x"])
    }

    @Test("zero bytes that pad a block may follow the archive")
    func padding() async throws {
        var maker = ZipMaker(files: [("a", "x")])
        maker.trailing = Array(repeating: 0, count: 10_240)
        #expect(try await unpack(maker.bytes()).texts == ["a": "x"])
    }

    @Test("extra fields of every kind are skipped: padding, spare bytes, unknown ids")
    func extras() async throws {
        let extras: [[UInt8]] = [
            [0xFE, 0xCA, 0, 0], Array(repeating: 0, count: 11), extraField(0x7875, [1, 4, 0, 0, 0, 0, 4, 0, 0, 0, 0]),
            extraField(0xD935, [4, 0, 0, 0]) + [9, 9, 9], extraField(0x5855, [1, 2, 3, 4, 5, 6, 7, 8]),
        ]
        let members = extras.enumerated().map { index, extra in
            ZipMember("f\(index)", text).with {
                $0.central.extra = extra
                $0.local.extra = extra + [0, 0, 0]
            }
        }
        let out = try await unpack(ZipMaker(members).bytes())
        #expect(out.files.count == extras.count)
        #expect(out.texts.values.allSatisfy { $0 == text })
    }

    @Test("a digital signature may end the central directory")
    func digitalSignature() async throws {
        var maker = ZipMaker(files: [("a", "x")])
        maker.directoryTail = [0x50, 0x4B, 5, 5, 3, 0, 1, 2, 3]
        #expect(try await unpack(maker.bytes()).texts == ["a": "x"])
    }

    @Test("more than 65,535 entries, with zip64 and with a count that wrapped round", arguments: [true, false])
    func manyEntries(_ zip64: Bool) async throws {
        let count = 65_537
        var maker = ZipMaker((0..<count).map { index in ZipMember("f/\(index)").with { $0.method = 0 } })
        maker.members[7] = ZipMember("f/7", "seven")
        maker.zip64 = zip64
        try await opening(maker.bytes()) { archive, folder in
            #expect(archive.entries.count == count)
            let out = try folder.makeDirectory("out")
            let made = try await archive.extract(into: out, on: lanes, choosing: { $0.path == "f/7" })
            #expect(made.map(\.path) == ["f", "f/7"])
        }
    }

    @Test("an archive inside an archive stays one file")
    func nested() async throws {
        let inner = ZipMaker(files: [("x", "y")]).bytes()
        let member = ZipMember(name: Array("lib.zip".utf8), data: inner).with { $0.method = 0 }
        #expect(try await unpack(ZipMaker([member]).bytes()).files == ["lib.zip": inner])
    }

    @Test("what macOS adds is left out, and nothing else")
    func junk() async throws {
        let maker = ZipMaker(files: [
            ("game/index.html", "x"), ("__MACOSX/game/._index.html", "junk"), ("game/.DS_Store", "junk"),
            (".DS_Store", "junk"), ("game/a.DS_Store", "kept"), ("game/__MACOSX.txt", "kept"),
        ])
        let out = try await unpack(maker.bytes())
        #expect(Set(out.files.keys) == ["game/index.html", "game/a.DS_Store", "game/__MACOSX.txt"])
    }

    @Test("entries that are not small are streamed, with the same outcome", arguments: [UInt16(0), 8])
    func largeEntries(_ method: UInt16) async throws {
        let data = (0..<2_500_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
        for descriptor in [ZipMember.Descriptor.none, .signed64, .bare32] {
            let member = ZipMember(name: Array("big.bin".utf8), data: data).with {
                $0.method = method
                $0.descriptor = descriptor
            }
            let out = try await unpack(ZipMaker([member, ZipMember("b", "x")]).bytes(), on: manyLanes)
            #expect(out.files["big.bin"] == data)
            #expect(out.made.last?.size == Int64(data.count))
        }
    }
}

/// Four bytes whose CRC-32 is the signature of a data descriptor, worked out backwards through the CRC's table.
private func bytesWithSignatureAsChecksum() -> [UInt8]? {
    let table = (0..<256).map { index -> UInt32 in
        var value = UInt32(index)
        for _ in 0..<8 { value = value & 1 == 1 ? (value >> 1) ^ 0xEDB8_8320 : value >> 1 }
        return value
    }
    var state = ~UInt32(0x0807_4B50)
    for _ in 0..<4 {
        guard let index = table.firstIndex(where: { $0 >> 24 == state >> 24 }) else { return nil }
        state = (state ^ table[index]) << 8 | UInt32(index)
    }
    let patch = state ^ 0xFFFF_FFFF
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: patch >> ($0 * 8)) }
    return checksum(bytes) == 0x0807_4B50 ? bytes : nil
}
