import Glibc
import SyncArchive
import SyncCore
import SyncPlatform
import TestSupport
import Testing

@Suite("Modes and times") struct ModeTests {
    /// Of this process, read without changing it.
    private let umask: UInt32

    init() throws {
        var text = [CChar](repeating: 0, count: 4096)
        let file = try #require(fopen("/proc/self/status", "r"))
        defer { fclose(file) }
        var found: UInt32?
        while fgets(&text, 4096, file) != nil {
            let line = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            if line.hasPrefix("Umask:") { found = UInt32(line.dropFirst(6).filter(\.isNumber), radix: 8) }
        }
        umask = try #require(found)
    }

    private func file(_ name: String, mode: UInt32) -> ZipMember { ZipMember(name, "x", mode: mode) }

    @Test("permission bits are kept, but nothing is setuid, world-writable or hidden from its owner")
    func files() async throws {
        let told: [(UInt32, UInt32)] = [
            (0o100755, 0o755), (0o100644, 0o644), (0o100600, 0o600), (0o104755, 0o755), (0o102755, 0o755),
            (0o101777, 0o775), (0o100666, 0o664), (0o100000, 0o400), (0o100222, 0o620), (0o100333, 0o731),
            // Without a type, as Python's zipfile writes it; and nothing at all.
            (0o600, 0o600), (0, 0o644),
        ]
        let members = told.map { mode, _ in file(String(mode, radix: 8), mode: mode) }
        let out = try await unpack(ZipMaker(members).bytes())
        for (mode, expected) in told {
            let name = String(mode, radix: 8)
            #expect(out.modes[name] == expected & ~umask | 0o400, "mode \(name)")
            #expect(out.made.first { $0.path == name }?.mode == out.modes[name])
        }
    }

    @Test("modes count where Unix tools wrote them, DOS attributes elsewhere")
    func hosts() async throws {
        let readOnly = ZipMember("dos-readonly", "x").with {
            $0.host = 0; $0.attributes = 0x23
        }
        let plain = ZipMember("dos-plain", "x").with {
            $0.host = 0; $0.attributes = 0x20
        }
        let java = ZipMember("fat-with-mode", "x").with {
            $0.host = 0; $0.attributes = 0o100755 << 16
        }
        let darwin = ZipMember("darwin", "x").with {
            $0.host = 19; $0.attributes = 0o100700 << 16
        }
        let ntfs = ZipMember("ntfs", "x").with {
            $0.host = 10; $0.attributes = 0x0040_2020
        }
        let out = try await unpack(ZipMaker([readOnly, plain, java, darwin, ntfs]).bytes())
        #expect(out.modes["dos-readonly"] == 0o444 & ~umask)
        #expect(out.modes["dos-plain"] == 0o644 & ~umask)
        #expect(out.modes["fat-with-mode"] == 0o755 & ~umask)
        #expect(out.modes["darwin"] == 0o700)
        #expect(out.modes["ntfs"] == 0o644 & ~umask)
    }

    @Test("a folder is one by its slash, its Unix mode or its DOS attribute")
    func folderKinds() async throws {
        let slash = ZipMember("slash/").with { $0.attributes = 0 }
        let unix = ZipMember.folder("unix").with { $0.attributes = 0o40755 << 16 }
        let dos = ZipMember("dos").with {
            $0.host = 0; $0.attributes = 0x10
        }
        let typeless = ZipMember("typeless").with { $0.attributes = 0x10 }
        let deflated = ZipMember("deflated/").with { $0.attributes = 0o40755 << 16 }
        let regular = ZipMember("regular").with { $0.attributes = 0o100644 << 16 | 0x10 }
        let out = try await unpack(
            ZipMaker([slash, unix, dos, typeless, deflated, regular, ZipMember("dos/a", "x")]).bytes())
        #expect(out.folders == ["slash", "unix", "dos", "typeless", "deflated"])
        #expect(Set(out.files.keys) == ["regular", "dos/a"])
    }

    @Test("folders get their modes after what is in them, and their owner can always use them")
    func folders() async throws {
        let maker = ZipMaker([
            .folder("ro/", mode: 0o40555), .folder("ro/sub/", mode: 0o40555),
            ZipMember("ro/sub/b", "x", mode: 0o100444),
            ZipMember("late/a", "x"), .folder("late/", mode: 0o40700), .folder("none/", mode: 0o40000),
            .folder("all/", mode: 0o41777), ZipMember("none/a", "x"), .folder("top/", mode: 0o40750),
        ])
        let out = try await unpack(maker.bytes())
        #expect(out.modes["ro"] == 0o555 & ~umask | 0o500)
        #expect(out.modes["ro/sub"] == 0o555 & ~umask | 0o500)
        #expect(out.modes["late"] == 0o700)
        #expect(out.modes["none"] == 0o500)
        #expect(out.modes["all"] == 0o775 & ~umask)
        #expect(out.modes["top"] == 0o750 & ~umask)
        for made in out.made { #expect(made.mode == out.modes[made.path], "\(made.path)") }
    }

    @Test("times come from the most exact field there is, else from the DOS time")
    func times() async throws {
        func stamp(_ seconds: Int32) -> [UInt8] {
            var payload: [UInt8] = [1]
            payload.append32(UInt32(bitPattern: seconds))
            return extraField(0x5455, payload)
        }
        var ntfs: [UInt8] = [0, 0, 0, 0, 1, 0, 24, 0]
        // 2020-01-01 00:00:00 UTC in 100 ns since 1601.
        for _ in 0..<3 { ntfs.append64(132_223_104_000_000_000) }
        let members = [
            ZipMember("stamp", "x").with { $0.extra = stamp(1_000_000_000) },
            ZipMember("negative", "x").with { $0.extra = stamp(-1) },
            ZipMember("latest", "x").with { $0.extra = stamp(.max) },
            ZipMember("ntfs", "x").with { $0.extra = extraField(0x000A, ntfs) },
            ZipMember("both", "x").with { $0.extra = extraField(0x000A, ntfs) + stamp(7) },
            // 2024-05-06 07:08:10 in DOS words.
            ZipMember("dos", "x").with {
                $0.date = 44 << 9 | 5 << 5 | 6; $0.time = 7 << 11 | 8 << 5 | 5
            },
            ZipMember("zero", "x").with {
                $0.date = 0; $0.time = 0
            },
            ZipMember("impossible", "x").with {
                $0.date = 0xFFFF; $0.time = 0xFFFF
            },
            .folder("d/").with { $0.extra = stamp(1_000_000_000) }, ZipMember("d/a", "x"),
        ]
        let out = try await unpack(ZipMaker(members).bytes())
        #expect(out.times["stamp"] == 1_000_000_000)
        #expect(out.times["negative"] == -1)
        #expect(out.times["latest"] == 2_147_483_647)
        #expect(out.times["ntfs"] == 1_577_836_800)
        #expect(out.times["both"] == 7)
        #expect(out.times["dos"] == 1_714_979_290)
        #expect(out.times["zero"] == 315_532_800)
        #expect(out.times["impossible"] == 315_532_800)
        #expect(out.times["d"] == 1_000_000_000)
    }
}

@Suite("Symlinks") struct LinkTests {
    private func archive(_ members: ZipMember...) -> [UInt8] {
        ZipMaker([ZipMember("data/a.txt", "a")] + members).bytes()
    }

    @Test("links that stay inside are made as they are, whatever they point to")
    func inside() async throws {
        let targets = [
            "current": "data/a.txt", "data/up": "..", "data/self": "a.txt", "folder": "data",
            "dangling": "no/such/file",
            "dot": ".", "through": "folder/a.txt", "round": "data/../data/./a.txt", "x/y/z": "../../data/up/data",
            "deflated": "data//a.txt",
        ]
        let members = targets.map { name, target in
            ZipMember.link(name, to: target).with { if name == "deflated" { $0.method = 8 } }
        }
        let out = try await unpack(ZipMaker([ZipMember("data/a.txt", "a")] + members).bytes())
        #expect(out.links == targets)
        #expect(Set(out.files.keys) == ["data/a.txt"])
        let made = out.made.filter { $0.kind == .link }
        #expect(Dictionary(uniqueKeysWithValues: made.map { ($0.path, $0.linkTarget ?? "") }) == targets)
    }

    @Test("a link made by a tool that says FAT is a link all the same")
    func fat() async throws {
        let link = ZipMember.link("current", to: "data/a.txt").with { $0.host = 0 }
        #expect(try await unpack(archive(link)).links == ["current": "data/a.txt"])
    }

    static let refused: [Refused] = {
        func archive(_ members: ZipMember...) -> [UInt8] { ZipMaker([ZipMember("data/a.txt", "a")] + members).bytes() }
        let chain = (0..<60).map { ZipMember.link("l\($0)", to: "l\($0 + 1)") }
        return [
            Refused(
                "an absolute target", archive(.link("l", to: "/etc/hostname")), "`/etc/hostname` leaves the destination"
            ),
            Refused("a target above the top", archive(.link("l", to: "..")), "leaves the destination"),
            Refused("a target far above", archive(.link("data/l", to: "../../x")), "leaves the destination"),
            Refused(
                "a target that leaves and comes back", archive(.link("l", to: "../out/data")), "leaves the destination"),
            Refused(
                "a target that leaves from a made-up folder", archive(.link("l", to: "x/../../y")),
                "leaves the destination"),
            Refused(
                "a way out through another link",
                archive(.link("data/deep", to: ".."), .link("l", to: "data/deep/../x")), "leaves the destination"),
            Refused(
                "a way out through a link to a folder elsewhere",
                archive(
                    .folder("a/b/c/"), .link("s", to: "a"), .link("l", to: "a/b/c/../../../s/../.."),
                    .link("a/b/t", to: "../../s/..")), "leaves the destination"),
            Refused("a link to itself", archive(.link("l", to: "l")), "leads in a circle"),
            Refused(
                "two links to each other", archive(.link("l", to: "m"), .link("m", to: "data/../l")),
                "leads in a circle"),
            Refused(
                "a chain of sixty links", archive().isEmpty ? [] : ZipMaker([ZipMember("a", "x")] + chain).bytes(),
                "leads in a circle"),
            Refused("an empty target", archive(.link("l", to: "")), "target is empty or no valid text"),
            Refused("a target with a NUL", archive(.link("l", to: "a\0b")), "target is empty or no valid text"),
            Refused("a target with a line break", archive(.link("l", to: "a\nb")), "target is empty or no valid text"),
            Refused(
                "a target that is no text", archive(.link("l", to: "").with { $0.data = [0xFF, 0xFE] }),
                "target is empty or no valid text"),
            Refused(
                "a target of 4,096 bytes", archive(.link("l", to: String(repeating: "n/", count: 2048))),
                "4096 bytes, more than 4095"),
            Refused("a link named like a folder", archive(.link("l/", to: "data")), "disagree on what it is"),
            Refused(
                "a link whose CRC is wrong", archive(.link("l", to: "data").with { $0.central.crc = 1 }),
                "checksum mismatch"),
        ]
    }()

    @Test("links that leave the folder, or lead nowhere, are refused before anything is written", arguments: refused)
    func refuses(_ refused: Refused) async throws { try await refused.check() }

    static let special: [Refused] =
        [UInt32(0o010644), 0o020644, 0o060644, 0o140755, 0o030644].map { mode in
            Refused("mode \(String(mode, radix: 8))", ZipMember("dev", "x", mode: mode), "device, pipe or socket")
        } + [
            Refused(
                "a hard link by PKWARE's field",
                ZipMember("l", "x").with {
                    $0.extra = extraField(0x000D, Array(repeating: 1, count: 12) + Array("index.html".utf8))
                }, "hard link"),
            Refused(
                "a device by the ASi field",
                ZipMember("l", "x").with {
                    $0.extra = extraField(0x756E, [0, 0, 0, 0, 0xA4, 0x21, 1, 0, 0, 0, 0, 0, 0, 0])
                }, "hard link"),
            Refused("a folder with data", ZipMember("d/", "12345", mode: 0o40755), "folder with 5 bytes of data"),
            Refused(
                "a folder by its mode with data", ZipMember("d", "12345", mode: 0o40755), "folder with 5 bytes of data"),
            Refused(
                "a DOS folder with data",
                ZipMember("d", "12345").with {
                    $0.host = 0; $0.attributes = 0x10
                }, "folder with 5 bytes of data"),
        ]

    @Test("devices, pipes, sockets, hard links and folders with data are refused", arguments: special)
    func refusesSpecial(_ refused: Refused) async throws { try await refused.check() }
}

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
