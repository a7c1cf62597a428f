import SyncArchive
import SyncPlatform
import TestSupport
import Testing

@Suite("Entry names") struct NameTests {
    /// A name in some encoding, without the UTF-8 flag, made on FAT unless said otherwise.
    private func legacy(_ bytes: [UInt8], host: UInt8 = 0, extra: [UInt8] = []) -> ZipMember {
        ZipMember(name: bytes, data: [0x78]).with {
            $0.host = host
            $0.attributes = 0x20
            $0.extra = extra
        }
    }

    private func paths(_ members: [ZipMember], _ encoding: String = "auto") async throws -> Set<String> {
        Set(try await unpack(ZipMaker(members).bytes(), ArchiveOptions(nameEncoding: encoding)).files.keys)
    }

    // The bytes below were looked up in the code pages' tables.
    static let chinese: [UInt8] = [0xB9, 0xD8, 0xBF, 0xA8, 0x2F, 0xB5, 0xDA, 0xD2, 0xBB, 0xB9, 0xD8]  // 关卡/第一关
    static let japanese: [UInt8] = [0x83, 0x5C, 0x83, 0x74, 0x83, 0x67, 0x2E, 0x74, 0x78, 0x74]  // ソフト.txt
    static let kana: [UInt8] = [0xB1, 0xB2, 0xB3, 0x2E, 0x74, 0x78, 0x74]  // ｱｲｳ.txt
    static let cafe: [UInt8] = [0x63, 0x61, 0x66, 0x82, 0x2E, 0x74, 0x78, 0x74]  // café.txt in CP437

    @Test("UTF-8 names need no flag, and keep their spelling byte for byte")
    func utf8() async throws {
        let composed = "Gr\u{F6}\u{DF}e.txt"
        let decomposed = "Gro\u{308}\u{DF}e.txt"
        for flags in [UInt16(0), 1 << 11] {
            let members = [composed, decomposed, "关卡/第一关.json", "🎮.png"].map { name in
                ZipMember(name, "x").with { $0.flags = flags }
            }
            let out = try await unpack(ZipMaker(members).bytes())
            let spelt = Set(out.made.filter { $0.kind == .file }.map { Array($0.path.utf8) })
            #expect(spelt == Set([composed, decomposed, "关卡/第一关.json", "🎮.png"].map { Array($0.utf8) }))
        }
    }

    @Test("names of Chinese Windows are found out, or read as told", arguments: ["auto", "gb18030", "GBK", "cp936"])
    func chinese(_ encoding: String) async throws {
        #expect(try await paths([legacy(Self.chinese), legacy(Array("a.txt".utf8))], encoding) == ["关卡/第一关", "a.txt"])
    }

    @Test("names of Japanese Windows are found out when one of them is no GB18030, or read as told")
    func japanese() async throws {
        // A half-width katakana before a full stop is no GB18030.
        #expect(try await paths([legacy(Self.japanese), legacy(Self.kana)]) == ["ソフト.txt", "ｱｲｳ.txt"])
        for encoding in ["shift_jis", "SJIS", "cp932", "Shift-JIS"] {
            #expect(try await paths([legacy(Self.japanese)], encoding) == ["ソフト.txt"])
        }
    }

    @Test("a byte 0x5C inside a character is no backslash, one that is a backslash separates")
    func backslashInCharacter() async throws {
        let gbk: [UInt8] = [0x61, 0x5C, 0x83, 0x5C, 0x2E, 0x74]  // a\僜.t
        for encoding in ["gbk", "auto"] { #expect(try await paths([legacy(gbk)], encoding) == ["a/僜.t"]) }
        let sjis: [UInt8] = [0x61, 0x5C] + Self.japanese
        #expect(try await paths([legacy(sjis)], "shift_jis") == ["a/ソフト.txt"])
    }

    @Test("names that are neither Chinese nor Japanese are those of the IBM PC")
    func cp437() async throws {
        #expect(try await paths([legacy(Self.cafe)]) == ["café.txt"])
        #expect(try await paths([legacy(Self.cafe), legacy(Self.chinese)], "cp437").contains("café.txt"))
    }

    @Test("one encoding is chosen for all names of an archive")
    func oneEncoding() async throws {
        // The first is valid GB18030, the second is not: both are CP437.
        let found = try await paths([legacy([0xB9, 0xD8]), legacy(Self.cafe)])
        #expect(found == ["╣╪", "café.txt"])
    }

    @Test("a name that is not valid in the encoding asked for is refused, and named")
    func notInEncoding() async throws {
        let error = try await refusal(ZipMaker([legacy(Self.cafe)]).bytes(), ArchiveOptions(nameEncoding: "gbk"))
        #expect(error == .entry("caf\\x82.txt", .notInEncoding("gbk")))
        #expect(error?.hint?.contains("name_encoding") == true)
    }

    @Test("an unknown encoding is refused, also one that would drop bytes", arguments: ["klingon", "", "gbk//IGNORE"])
    func unknownEncoding(_ name: String) async throws {
        let error = try await refusal(ZipMaker(files: [("a", "x")]).bytes(), ArchiveOptions(nameEncoding: name))
        #expect(error == .unknownEncoding(name))
    }

    @Test("the Unicode path field counts when its checksum is that of the stored name")
    func unicodePath() async throws {
        func field(_ crc: UInt32, _ name: String) -> [UInt8] {
            var payload: [UInt8] = [1]
            payload.append32(crc)
            return extraField(0x7075, payload + Array(name.utf8))
        }
        let right = legacy(Self.cafe, extra: field(checksum(Self.cafe), "Кафе/café.txt"))
        let stale = legacy(Array("plain.txt".utf8), extra: field(1, "other.txt"))
        #expect(try await paths([right, stale]) == ["Кафе/café.txt", "plain.txt"])

        let hostile = legacy(Array("b.txt".utf8), extra: field(checksum(Array("b.txt".utf8)), "../../b.txt"))
        #expect(try await refusal(ZipMaker([hostile]).bytes()) == .entry("b.txt", .leavesFolder))
        // The flag says that the stored name is UTF-8 already.
        let flagged = hostile.with { $0.flags = 1 << 11 }
        #expect(try await paths([flagged]) == ["b.txt"])
        var broken: [UInt8] = [1]
        broken.append32(checksum(Array("b.txt".utf8)))
        let invalid = legacy(Array("b.txt".utf8), extra: extraField(0x7075, broken + [0xFF, 0xFE]))
        #expect(try await refusal(ZipMaker([invalid]).bytes()) == .entry("b.txt", .notUTF8))
    }

    @Test("a flag that lies about UTF-8 is refused")
    func lyingFlag() async throws {
        let member = legacy(Self.cafe).with { $0.flags = 1 << 11 }
        #expect(try await refusal(ZipMaker([member]).bytes()) == .entry("caf\\x82.txt", .notUTF8))
    }

    @Test("backslashes separate in names made by Windows tools", arguments: [UInt8(0), 10, 14])
    func backslash(_ host: UInt8) async throws {
        let members = ["assets\\img\\a.txt", "assets/b.txt", "empty\\"].map { name in
            legacy(Array(name.utf8), host: host).with { if name.last == "\\" { $0.data = [] } }
        }
        let out = try await unpack(ZipMaker(members).bytes())
        #expect(Set(out.files.keys) == ["assets/img/a.txt", "assets/b.txt"])
        #expect(out.folders == ["assets", "assets/img", "empty"])
    }

    @Test("a backslash in a name made on Unix is an ordinary character", arguments: [UInt8(3), 19])
    func unixBackslash(_ host: UInt8) async throws {
        #expect(
            try await paths([legacy(Array("a\\b.txt".utf8), host: host).with { $0.attributes = 0 }]) == ["a\\b.txt"])
    }

    @Test("dots and doubled slashes are tidied away")
    func tidied() async throws {
        let maker = ZipMaker([
            .folder("./"), ZipMember("./index.html", "x"), ZipMember("a//b.txt", "x"), ZipMember("a/./c.txt", "x"),
            .folder("d//"), ZipMember("...", "x"), ZipMember("e/..f", "x"), ZipMember(" g", "x"),
            ZipMember("h:i", "x").with { $0.name = Array("hh:i".utf8) },
        ])
        let out = try await unpack(maker.bytes())
        #expect(Set(out.files.keys) == ["index.html", "a/b.txt", "a/c.txt", "...", "e/..f", " g", "hh:i"])
        #expect(out.folders == ["a", "d", "e"])
    }

    @Test("the longest names and paths are made, one byte more is refused")
    func lengths() async throws {
        let part = String(repeating: "n", count: 255)
        #expect(try await paths([ZipMember(part, "x")]) == [part])
        // 85 characters of three bytes each.
        let wide = String(repeating: "关", count: 85)
        #expect(try await paths([ZipMember(wide, "x")]) == [wide])
        #expect(
            try await refusal(ZipMaker([ZipMember(part + "n", "x")]).bytes())
                == .entry(shown(part), .nameTooLong(bytes: 256)))

        let path = Array(repeating: part, count: 16).joined(separator: "/")
        #expect(path.utf8.count == 4095)
        #expect(try await unpack(ZipMaker([ZipMember(path, "x")]).bytes()).files.count == 1)
        let longer = String(repeating: "n/", count: 2048) + "n"
        #expect(longer.utf8.count == 4097)
        #expect(
            try await refusal(ZipMaker([ZipMember(longer, "x")]).bytes())
                == .entry(shown(longer), .pathTooLong(bytes: 4097)))
    }

    @Test("a very deep tree is made with few open files")
    func deep() async throws {
        let path = String(repeating: "d/", count: 900) + "f"
        let sibling = String(repeating: "d/", count: 899) + "e/f"
        try await opening(ZipMaker(files: [(path, "deep"), (sibling, "too"), ("z", "top")]).bytes()) {
            archive, folder in
            let out = try folder.makeDirectory("out")
            let made = try await archive.extract(into: out, on: lanes)
            #expect(made.filter { $0.kind == .file }.map(\.path) == [path, sibling, "z"])
            #expect(made.count == 3 + 901)
        }
    }

    private func shown(_ name: String) -> String { String(name.prefix(200)) + "…" }
}
