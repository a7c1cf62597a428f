import SyncArchive
import TestSupport
import Testing

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
        [UInt32(0o020644), 0o060644, 0o030644].map { mode in
            Refused("mode \(String(mode, radix: 8))", ZipMember("dev", "x", mode: mode), "device, pipe or socket")
        } + [
            Refused("a pipe", ZipMember("pipe", mode: 0o010644).with { $0.method = 0 }, "device, pipe or socket"),
            Refused("a socket", ZipMember("socket", mode: 0o140755).with { $0.method = 0 }, "device, pipe or socket"),
            Refused("a pipe named like a folder", ZipMember("pipe/", "x", mode: 0o010644), "device, pipe or socket"),
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
