import Glibc
import SyncArchive
import SyncPlatform
import TestSupport
import Testing

@Suite("Writing archives") struct WritingTests {
    private static let text = String(repeating: "once upon a time ", count: 500)
    /// Deflates well, and is larger than what is packed in one piece.
    private static let large: [UInt8] = (0..<9_000_000).map { UInt8(truncatingIfNeeded: $0 / 1000 &* 7) }
    private static let noise: [UInt8] = {
        var random = SplitMix(state: 3)
        return (0..<70_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    }()

    /// A tree with everything that can be packed.
    private static func fill(_ root: Directory) throws {
        for (path, bytes, mode) in [
            ("index.html", Array(text.utf8), UInt32(0o644)), ("run.sh", Array("#!/bin/sh\n".utf8), 0o755),
            ("empty", [], 0o600), ("assets/noise.bin", noise, 0o640), ("assets/picture.png", Array(text.utf8), 0o644),
            ("assets/关卡/第一关.json", Array("{}".utf8), 0o444), ("large.bin", large, 0o644), ("large.mp4", large, 0o644),
            ("a-b", Array("x".utf8), 0o666), ("a/b", Array("y".utf8), 0o777),
        ] {
            var directory = root
            let parts = path.split(separator: "/").map(String.init)
            for part in parts.dropLast() { directory = try directory.makeDirectory(part) }
            let file = try directory.createFile(parts[parts.count - 1], mode: mode)
            try bytes.withUnsafeBytes { try file.writeAll($0, path: path) }
        }
        try root.makeDirectory("assets").makeLink("current", target: "../index.html")
        _ = try root.makeDirectory("hollow", mode: 0o700)
        // Left out: it belongs to no game.
        _ = try root.createFile(".DS_Store")
    }

    @discardableResult
    private func pack(
        _ members: [ArchiveMember], _ options: WriterOptions = WriterOptions(), to name: String = "a.zip",
        in folder: Directory, on lanes: [Lane] = lanes
    ) async throws -> [WrittenEntry] {
        let writer = try ArchiveWriter(members, options: options)
        return try await writer.write(to: folder.createFile(name), path: name, on: lanes)
    }

    private func bytes(_ name: String, in folder: Directory) throws -> [UInt8] {
        let file = try folder.openFile(name)
        var bytes = [UInt8](repeating: 0, count: Int(try file.size()))
        let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0, at: 0) }
        return Array(bytes[..<count])
    }

    @Test("a packed tree is accepted by unzip, bsdtar, 7-Zip and Python", arguments: [0, 1, 6, 9])
    func accepted(_ level: Int) async throws {
        try await withScratch { folder in
            let source = try folder.makeDirectory("source")
            try Self.fill(source)
            try await pack(ArchiveMember.tree(source), WriterOptions(level: level), in: folder)
            #expect(try Tool.run(["unzip", "-t", "a.zip"], in: folder.path).contains("No errors detected"))
            try Tool.run(["bsdtar", "-tf", "a.zip"], in: folder.path)
            #expect(try Tool.run(["7zz", "t", "a.zip"], in: folder.path).contains("Everything is Ok"))
            let tested = try Tool.python(
                "import sys, zipfile; print(zipfile.ZipFile('a.zip').testzip())", in: folder.path)
            #expect(tested == "None\n")
        }
    }

    @Test("what is packed comes out again, by our own hand, by unzip and by bsdtar")
    func roundTrip() async throws {
        try await withScratch { folder in
            let source = try folder.makeDirectory("source")
            try Self.fill(source)
            try await pack(ArchiveMember.tree(source), in: folder)
            try source.unlink(".DS_Store")
            let expected = try read(source)
            let archive = try Archive(folder.openFile("a.zip"), path: "a.zip")
            let ours = try folder.makeDirectory("ours")
            _ = try await archive.extract(into: ours, on: lanes)
            let others = try [["unzip", "-q"], ["bsdtar", "-xf"]].map { command in
                let target = try folder.makeDirectory(command[0])
                try Tool.run(command + ["../a.zip"], in: target.path)
                return try read(target)
            }
            for found in others + [try read(ours)] {
                #expect(found.files == expected.files)
                #expect(found.links == expected.links)
                #expect(found.folders == expected.folders)
                for (path, mode) in expected.modes { #expect(found.modes[path] == mode & 0o755, "\(path)") }
            }
        }
    }

    @Test("the same tree gives the same bytes: whatever the order, the times, the lanes and the umask were")
    func reproducible() async throws {
        try await withScratch { folder in
            let source = try folder.makeDirectory("source")
            try Self.fill(source)
            let members = try ArchiveMember.tree(source)
            try await pack(members, to: "1.zip", in: folder)
            var random = SplitMix(state: 5)
            try await pack(members.shuffled(using: &random), to: "2.zip", in: folder, on: [Lane("alone")])
            let first = try bytes("1.zip", in: folder)
            #expect(try bytes("2.zip", in: folder) == first)

            // A copy of another day, group-writable as with another umask.
            try Tool.run(["cp", "-r", "source", "copy"], in: folder.path)
            try Tool.run(["find", "copy", "-exec", "touch", "-h", "-d", "2001-02-03", "{}", "+"], in: folder.path)
            try Tool.run(["chmod", "-R", "g+w", "copy"], in: folder.path)
            try await pack(ArchiveMember.tree(folder.directory("copy")), to: "3.zip", in: folder)
            #expect(try bytes("3.zip", in: folder) == first)
        }
    }

    @Test("what the writer reports is where it is in the file")
    func written() async throws {
        try await withScratch { folder in
            let source = try folder.makeDirectory("source")
            try Self.fill(source)
            let written = try await pack(ArchiveMember.tree(source), in: folder)
            let archive = try bytes("a.zip", in: folder)
            let expected = try read(source)
            #expect(
                written.map(\.path)
                    == written.map(\.path).sorted {
                        $0.split(separator: "/").lexicographicallyPrecedes($1.split(separator: "/"))
                    })
            for entry in written {
                #expect(archive[Int(entry.headerOffset)...].starts(with: [0x50, 0x4B, 3, 4]))
                guard entry.kind == .file else { continue }
                let plain = try #require(expected.files[entry.path])
                #expect(entry.sha256 == sha256(plain))
                #expect(entry.crc32 == checksum(plain))
                #expect(entry.size == Int64(plain.count))
                let packed = archive[Int(entry.dataOffset)..<Int(entry.dataOffset + entry.packedSize)]
                if entry.method == .stored { #expect(packed.elementsEqual(plain), "\(entry.path)") }
            }
            let stored = Set(written.filter { $0.kind == .file && $0.method == .stored }.map(\.path))
            // By type, because deflate gains nothing, or because there is nothing to gain.
            #expect(
                stored == [
                    "assets/picture.png", "assets/noise.bin", "large.mp4", "empty", "a-b", "a/b",
                    "assets/关卡/第一关.json", "run.sh",
                ])
        }
    }

    @Test("higher levels make smaller archives, level 0 stores")
    func levels() async throws {
        try await withScratch { folder in
            let member = ArchiveMember("a.txt", data: (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 12) })
            var sizes: [Int] = []
            for level in [0, 1, 9] {
                try await pack([member], WriterOptions(level: level), to: "\(level).zip", in: folder)
                sizes.append(try bytes("\(level).zip", in: folder).count)
            }
            #expect(sizes[0] > 200_000)
            #expect(sizes[1] < sizes[0])
            #expect(sizes[2] < sizes[1])
        }
    }

    @Test("encrypted archives open in 7-Zip and bsdtar with the password, and only with it")
    func encrypted() async throws {
        try await withScratch { folder in
            let source = try folder.makeDirectory("source")
            try Self.fill(source)
            let options = WriterOptions(password: Array("open sesame".utf8))
            try await pack(ArchiveMember.tree(source), options, in: folder)
            #expect(try Tool.run(["7zz", "t", "-popen sesame", "a.zip"], in: folder.path).contains("Everything is Ok"))
            try Tool.run(["7zz", "t", "-pwrong", "a.zip"], in: folder.path, allowing: [2])
            #expect(try Tool.run(["7zz", "l", "-slt", "a.zip"], in: folder.path).contains("AES-256"))

            try source.unlink(".DS_Store")
            let expected = try read(source)
            let target = try folder.makeDirectory("bsdtar")
            try Tool.run(["bsdtar", "--passphrase", "open sesame", "-xf", "../a.zip"], in: target.path)
            #expect(try read(target).files == expected.files)

            let archive = try Archive(
                folder.openFile("a.zip"), path: "a.zip", options: ArchiveOptions(password: Array("open sesame".utf8)))
            let ours = try folder.makeDirectory("ours")
            _ = try await archive.extract(into: ours, on: lanes)
            #expect(try read(ours).files == expected.files)
            #expect(try read(ours).links == expected.links)

            // No salt is used twice.
            try await pack(ArchiveMember.tree(source), options, to: "b.zip", in: folder)
            #expect(try bytes("a.zip", in: folder) != bytes("b.zip", in: folder))
        }
    }

    @Test("more entries than 16 bits can count are written with zip64")
    func manyEntries() async throws {
        try await withScratch { folder in
            let members = (0..<70_000).map { ArchiveMember("f/\($0)", data: []) }
            try await pack(members, in: folder)
            #expect(try Archive(folder.openFile("a.zip"), path: "a.zip").entries.count == 70_000)
            let count = try Tool.python(
                "import zipfile; print(len(zipfile.ZipFile('a.zip').namelist()))", in: folder.path)
            #expect(count == "70000\n")
            #expect(try Tool.run(["unzip", "-tqq", "a.zip"], in: folder.path).isEmpty)
            #expect(try Tool.run(["7zz", "t", "a.zip"], in: folder.path).contains("Files: 70000"))
            #expect(try Tool.run(["bsdtar", "-tf", "a.zip"], in: folder.path).utf8.count { $0 == 0x0A } == 70_000)
        }
    }

    @Test("a file over 4 GiB is written with zip64, without being held in memory")
    func huge() async throws {
        try await withScratch { folder in
            // Sparse: neither it nor what it packs to takes room.
            let size: Int64 = 4 << 30 + 1
            let file = try folder.createFile("huge")
            try #require(ftruncate(file.raw, off_t(size)) == 0)
            let member = try ArchiveMember("huge", in: folder, as: "huge.bin")
            try await pack([member, ArchiveMember("z", data: [1])], WriterOptions(level: 1), in: folder)
            let listed = try Tool.python(
                "import zipfile; z = zipfile.ZipFile('a.zip'); print([(i.filename, i.file_size) for i in z.infolist()], z.read('z'))",
                in: folder.path)
            #expect(listed == "[('huge.bin', 4294967297), ('z', 1)] b'\\x01'\n")
            let archive = try Archive(folder.openFile("a.zip"), path: "a.zip")
            #expect(archive.unpackedBytes == size + 1)
        }
    }

    static let refused: [(String, [ArchiveMember])] = [
        ("nothing", []), ("only a folder", [ArchiveMember("d", .folder)]),
        ("an absolute path", [ArchiveMember("/a", data: [])]), ("a way out", [ArchiveMember("../a", data: [])]),
        ("a path to be tidied", [ArchiveMember("a//b", data: [])]),
        ("a slash at the end", [ArchiveMember("a/", .folder), ArchiveMember("b", data: [])]),
        ("an empty path", [ArchiveMember("", data: [])]), ("a line break", [ArchiveMember("a\nb", data: [])]),
        ("the same twice", [ArchiveMember("a", data: []), ArchiveMember("a", data: [])]),
        ("a file and a folder", [ArchiveMember("a", data: []), ArchiveMember("a/b", data: [])]),
        ("a link that leaves", [ArchiveMember("a", data: []), ArchiveMember("l", .link(target: "../x"))]),
        ("a link in a circle", [ArchiveMember("a", data: []), ArchiveMember("l", .link(target: "l"))]),
        ("an empty link", [ArchiveMember("a", data: []), ArchiveMember("l", .link(target: ""))]),
        ("only what macOS adds", [ArchiveMember(".DS_Store", data: [])]),
    ]

    @Test("what could not be read again is not written", arguments: refused)
    func refuses(_ name: String, _ members: [ArchiveMember]) {
        #expect(throws: ArchiveError.self) { try ArchiveWriter(members) }
    }

    @Test("a file that changes, vanishes or cannot be packed is named")
    func changing() async throws {
        try await withScratch { folder in
            let source = try folder.makeDirectory("source")
            let file = try source.createFile("a")
            _ = write(file.raw, "12345", 5)
            let members = try ArchiveMember.tree(source)
            _ = write(file.raw, "6", 1)
            await #expect(throws: ArchiveError.member("a", .changed(expected: 5))) {
                try await pack(members, to: "1.zip", in: folder)
            }
            ftruncate(file.raw, 2)
            await #expect(throws: ArchiveError.member("a", .changed(expected: 5))) {
                try await pack(members, to: "2.zip", in: folder)
            }
            try source.unlink("a")
            await #expect(throws: ArchiveError.self) { try await pack(members, to: "3.zip", in: folder) }
            #expect(mkfifoat(source.raw, "pipe", 0o600) == 0)
            #expect(throws: ArchiveError.member("pipe", .notPackable)) { try ArchiveMember.tree(source) }
            try source.unlink("pipe")
            _ = try source.createFile("ok")
            #expect(mkdirat(source.raw, [0x66, -1, 0], 0o755) == 0)
            #expect(throws: ArchiveError.member("f\u{FFFD}", .nameNotUTF8)) { try ArchiveMember.tree(source) }
            #expect(throws: ArchiveError.member("b", .missing)) { try ArchiveMember("a", in: source, as: "b") }
        }
    }

    @Test("packing stops when asked to, and tells how far it is")
    func stopping() async throws {
        try await withScratch { folder in
            let source = try folder.makeDirectory("source")
            try Self.fill(source)
            let writer = try ArchiveWriter(ArchiveMember.tree(source))
            let stopped = ExtractionControl()
            stopped.cancel()
            await #expect(throws: ArchiveError.cancelled) {
                try await writer.write(to: folder.createFile("1.zip"), path: "1.zip", on: lanes, control: stopped)
            }
            let seen = Progress()
            let control = ExtractionControl { seen.note($0) }
            _ = try await writer.write(to: folder.createFile("2.zip"), path: "2.zip", on: lanes, control: control)
            let total = writer.members.count
            #expect(seen.all.map(\.entry).max() == total)
            #expect(seen.all.map(\.bytes).max() == seen.all.first?.totalBytes)
        }
    }
}
