import Glibc
import SyncArchive
import SyncCore
import SyncPlatform
import Synchronization
import TestSupport
import Testing

@Suite("Extraction") struct ExtractionTests {
    /// Many small files in many folders, and a few large ones.
    private static let mixed: ZipMaker = {
        var members: [ZipMember] = (0..<1500).map { index in
            ZipMember(
                "d\(index % 37)/e\(index % 5)/file\(index).txt", String(repeating: "\(index) ", count: index % 300))
        }
        for index in 0..<3 {
            let data = (0..<(4_400_000 + index)).map { UInt8(truncatingIfNeeded: $0 &* $0 >> (5 + index)) }
            members.append(
                ZipMember(name: Array("big\(index)".utf8), data: data).with { $0.method = index == 0 ? 0 : 8 })
        }
        return ZipMaker(members)
    }()

    private func expected(_ maker: ZipMaker) -> [String: [UInt8]] {
        Dictionary(uniqueKeysWithValues: maker.members.map { (String(decoding: $0.name, as: UTF8.self), $0.data) })
    }

    @Test("what is reported is what is on disk: every path once, in order, with size, mode and SHA-256")
    func report() async throws {
        let out = try await unpack(Self.mixed.bytes())
        let expected = expected(Self.mixed)
        #expect(out.files == expected)
        #expect(
            out.made.map(\.path)
                == out.made.map(\.path).sorted {
                    $0.split(separator: "/").lexicographicallyPrecedes($1.split(separator: "/"))
                })
        #expect(Set(out.made.filter { $0.kind == .directory }.map(\.path)) == out.folders)
        #expect(out.made.count == out.files.count + out.folders.count)
        for made in out.made where made.kind == .file {
            let bytes = try #require(expected[made.path])
            #expect(made.size == Int64(bytes.count))
            #expect(made.sha256 == sha256(bytes))
            #expect(made.mode == out.modes[made.path])
        }
    }

    @Test("several archives are unpacked on the same lanes at once")
    func atOnce() async throws {
        let bytes = Self.mixed.bytes()
        let expected = expected(Self.mixed)
        let small = ZipMaker(files: [("a/b", "x")]).bytes()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    let out = try await unpack(bytes)
                    #expect(out.files == expected)
                }
            }
            for _ in 0..<20 {
                group.addTask {
                    let out = try await unpack(small)
                    #expect(out.texts == ["a/b": "x"])
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("one lane is enough, and so are more than there is work for", arguments: [1, 7])
    func laneCounts(_ count: Int) async throws {
        let lanes = (0..<count).map { Lane("test-lane-\($0)") }
        try await opening(Self.mixed.bytes()) { archive, folder in
            let out = try folder.makeDirectory("out")
            #expect(try await archive.extract(into: out, on: lanes).count == Self.mixed.members.count + 37 * 6)
        }
    }

    @Test("chosen entries are made with the folders that they lie in, and nothing else")
    func choosing() async throws {
        let maker = ZipMaker([
            .folder("a/", mode: 0o40700), ZipMember("a/b/c", "1"), ZipMember("a/d", "2"), ZipMember("e/f", "3"),
            .link("a/l", to: "d"), .folder("g/"),
        ])
        try await opening(maker.bytes()) { archive, folder in
            let one = try folder.makeDirectory("one")
            let made = try await archive.extract(into: one, on: lanes, choosing: { $0.path == "a/b/c" })
            #expect(made.map(\.path) == ["a", "a/b", "a/b/c"])
            #expect(made.first?.mode == 0o700)
            let two = try folder.makeDirectory("two")
            let links = try await archive.extract(into: two, on: lanes, choosing: { $0.kind != .file })
            #expect(links.map(\.path) == ["a", "a/l", "g"])
            let none = try folder.makeDirectory("none")
            #expect(try await archive.extract(into: none, on: lanes, choosing: { _ in false }).isEmpty)
            #expect(try none.names().isEmpty)
        }
    }

    @Test("progress tells bytes and entries, never falls, and ends with all of them")
    func progress() async throws {
        let seen = Mutex<[ExtractionProgress]>([])
        let control = ExtractionControl { progress in seen.withLock { $0.append(progress) } }
        try await opening(Self.mixed.bytes()) { archive, folder in
            let out = try folder.makeDirectory("out")
            _ = try await archive.extract(into: out, on: lanes, control: control)
            let all = seen.withLock { $0 }
            #expect(all.map(\.bytes).max() == archive.unpackedBytes)
            #expect(all.allSatisfy { $0.totalBytes == archive.unpackedBytes })
            #expect(all.map(\.entry).max() == Self.mixed.members.count)
            #expect(all.allSatisfy { $0.entries == Self.mixed.members.count })
            #expect(Set(all.map(\.name)).count == Self.mixed.members.count)
            // The large ones come in blocks.
            #expect(all.count(where: { $0.name == "big0" }) > 10)
        }
    }

    @Test("it stops between blocks when asked to, and says that it was stopped")
    func cancelling() async throws {
        let control = Mutex<ExtractionControl?>(nil)
        let blocks = Atomic(0)
        let stopping = ExtractionControl { _ in
            if blocks.add(1, ordering: .relaxed).newValue == 5 { control.withLock { $0?.cancel() } }
        }
        control.withLock { $0 = stopping }
        try await opening(Self.mixed.bytes()) { archive, folder in
            let out = try folder.makeDirectory("out")
            await #expect(throws: ArchiveError.cancelled) {
                try await archive.extract(into: out, on: lanes, control: stopping)
            }
            #expect(blocks.load(ordering: .relaxed) < 20)
            #expect(ArchiveError.cancelled.retry == .later)
        }
        control.withLock { $0 = nil }
    }

    @Test("one bad entry among thousands stops the others and is the one that is named")
    func oneBad() async throws {
        var maker = Self.mixed
        maker.members[1234].central.crc = 99
        maker.members[1234].local.crc = 99
        let error = try await refusal(maker.bytes())
        #expect(error?.summary.contains("`\(String(decoding: maker.members[1234].name, as: UTF8.self))`") == true)
        #expect(error?.code == "archive.entry.checksum")
    }

    @Test("nothing that is there already is written over or followed")
    func notEmpty() async throws {
        for kind in 0..<3 {
            try await opening(ZipMaker(files: [("a/b", "new")]).bytes()) { archive, folder in
                let out = try folder.makeDirectory("out")
                let victim = try folder.makeDirectory("victim")
                switch kind {
                case 0: try out.makeLink("a", target: "../victim")
                case 1: _ = try out.createFile("a")
                default: try out.makeDirectory("a").makeLink("b", target: "../../victim/b")
                }
                await #expect(throws: ArchiveError.self) { try await archive.extract(into: out, on: lanes) }
                #expect(try victim.names().isEmpty)
            }
        }
    }

    @Test("an archive that shrinks while it is read gives an error and no crash")
    func shrinking() async throws {
        try await opening(Self.mixed.bytes()) { archive, folder in
            let file = try folder.openFile("a.zip", flags: O_RDWR, mode: 0)
            try #require(ftruncate(file.raw, 1000) == 0)
            let out = try folder.makeDirectory("out")
            await #expect(throws: ArchiveError.self) { try await archive.extract(into: out, on: lanes) }
        }
    }

    @Test("a full disk is told from a bad archive", .enabled(if: getuid() == 0, "mounting needs root"))
    func fullDisk() async throws {
        try await opening(Self.mixed.bytes()) { archive, folder in
            let disk = try folder.makeDirectory("disk")
            do {
                try Tool.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk.path], in: "/")
            } catch {
                // A container may not mount even as root: then there is no full disk to be had.
                return
            }
            defer { _ = try? Tool.run(["umount", "-l", disk.path], in: "/") }
            do {
                _ = try await archive.extract(into: Directory(opening: disk.path), on: lanes)
                Issue.record("a disk of 2 MiB took all")
            } catch let error as ArchiveError {
                #expect(error.platformError?.isFull == true)
                #expect(error.code == "platform.full")
                #expect(error.retry == .later)
                #expect(error.summary.contains("no space left"))
            }
        }
    }
}
