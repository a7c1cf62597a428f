import Glibc
import SyncArchive
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
