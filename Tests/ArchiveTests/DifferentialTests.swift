import Glibc
import SyncArchive
import SyncCore
import SyncPlatform
import TestSupport
import Testing

/// Other programs read the same archives: what they find is the expectation.
@Suite("The same as other programs") struct DifferentialTests {
    /// Makes forty archives, each different in everything that `zipfile` can vary, always the same ones.
    private static let generator = #"""
        import io, random, struct, sys, zipfile
        class Pipe(io.RawIOBase):
            "An output that cannot seek: sizes go into data descriptors."
            def __init__(self, f): self.f = f
            def writable(self): return True
            def write(self, b): self.f.write(b); return len(b)
        words = ["a", "b", "Größe", "关卡", "画像", "x y", "long-" * 20, "readme.md", "🎮", "index.html"]
        for seed in range(40):
            r = random.Random(seed)
            with open("%02d.zip" % seed, "wb") as f:
                if r.random() < .3: f.write(b"#!/bin/sh\nexit\n" * r.randrange(1, 9))
                out = Pipe(f) if r.random() < .4 else f
                with zipfile.ZipFile(out, "w") as z:
                    seen, folders = set(), set()
                    for n in range(r.randrange(1, 30)):
                        parts = [r.choice(words) for _ in range(r.randrange(1, 5))]
                        name = "/".join(parts)
                        above = {"/".join(parts[:i]) for i in range(1, len(parts))}
                        if name in seen or name in folders or above & seen: continue
                        folders |= above
                        size = r.choice([0, 1, 100, 5000, 70000, r.randrange(300000)])
                        data = r.randbytes(size) if r.random() < .3 else (b"%d " % n) * (size // 2)
                        kind = r.random()
                        info = zipfile.ZipInfo(name, (r.randrange(1980, 2107), r.randrange(1, 13), r.randrange(1, 29), 1, 2, 4))
                        info.compress_type = r.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
                        info.external_attr = r.choice([0, 0o100644 << 16, 0o100755 << 16, 0o600 << 16])
                        if r.random() < .3: info.extra = struct.pack("<HHBl", 0x5455, 5, 1, r.randrange(2**31))
                        if kind < .1:
                            folders.add(name)
                            z.writestr(zipfile.ZipInfo(name + "/"), b"")
                            continue
                        seen.add(name)
                        with z.open(info, "w", force_zip64=r.random() < .3) as e: e.write(data)
                    seen.add("last"); z.writestr("last", b"end")
                    if r.random() < .3: z.comment = r.randbytes(r.randrange(400))
        """#

    /// Reads archives with `zipfile`: a line for each file, or one that says that it was refused.
    private static let reader = #"""
        import hashlib, sys, zipfile
        for path in sys.argv[1:]:
            try:
                with zipfile.ZipFile(path) as z:
                    lines = [path + "\t" + i.filename + "\t" + hashlib.sha256(z.read(i)).hexdigest()
                        for i in z.infolist() if not i.is_dir()]
                print("\n".join(lines))
            except BaseException as e:
                print(path + "\trefused\t")
        """#

    /// By archive: SHA-256 by path, or nil where Python refuses.
    private func pythonReads(_ names: [String], in folder: Directory) throws -> [String: [String: String]?] {
        var result: [String: [String: String]?] = [:]
        for line in try Tool.python(Self.reader, names, in: folder.path).split(separator: "\n") {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 3 else { continue }
            if parts[2].isEmpty {
                result[parts[0]] = .some(nil)
            } else {
                result[parts[0], default: [:]]?[parts[1]] = parts[2]
            }
        }
        return result
    }

    private func digests(_ made: [ExtractedFile]) -> [String: String] {
        let files = made.compactMap { file in file.sha256.map { (file.path, $0.hex) } }
        return Dictionary(files) { first, _ in first }
    }

    private func extract(_ name: String, in folder: Directory, to target: String) async throws -> [ExtractedFile] {
        let archive = try Archive(folder.openFile(name), path: name)
        return try await archive.extract(into: folder.makeDirectory(target), on: lanes)
    }

    @Test("archives of Python's zipfile come out as Python and bsdtar read them")
    func generated() async throws {
        try await withScratch { folder in
            try Tool.python(Self.generator, in: folder.path)
            let names = try folder.names().sorted()
            try #require(names.count == 40)
            let expected = try pythonReads(names, in: folder)
            var compared = 0
            for name in names {
                let made = try await extract(name, in: folder, to: "ours-" + name)
                #expect(digests(made) == expected[name] ?? nil, "\(name)")

                let theirs = try folder.makeDirectory("theirs-" + name)
                // It does not find archives whose offsets do not count what stands in front.
                guard (try? Tool.run(["bsdtar", "-xf", "../" + name], in: theirs.path)) != nil else { continue }
                compared += 1
                let tree = try read(theirs)
                #expect(digests(made) == tree.files.mapValues { sha256($0).hex }, "\(name)")
                #expect(Set(made.filter { $0.kind == .directory }.map(\.path)) == tree.folders, "\(name)")
            }
            #expect(compared > 25)
        }
    }

    static let makers: [[String]] = [
        ["zip", "-qr", "../a.zip", "."], ["zip", "-qry", "../a.zip", "."], ["zip", "-qr0", "../a.zip", "."],
        ["zip", "-qr9", "../a.zip", "."], ["zip", "-qrX", "../a.zip", "."], ["zip", "-qrD", "../a.zip", "."],
        ["zip", "-qrfz", "../a.zip", "."], ["sh", "-c", "zip -qr - . > ../a.zip"],
        ["sh", "-c", "zip -qry - . | cat > ../a.zip"], ["7zz", "a", "-tzip", "../a.zip", "."],
        ["7zz", "a", "-tzip", "-mx=9", "-mcu=on", "../a.zip", "."], ["7zz", "a", "-tzip", "-snl", "../a.zip", "."],
        ["bsdtar", "-acf", "../a.zip", "."], ["sh", "-c", "bsdtar -cf - --format zip . | cat > ../a.zip"],
        ["bsdtar", "-acf", "../a.zip", "--options", "zip:compression=store", "."],
        ["sh", "-c", "/usr/bin/python3 -m zipfile -c ../a.zip ."],
        ["sh", "-c", "zip -qr ../b.zip . && cat /bin/true ../b.zip > ../a.zip && zip -qA ../a.zip"],
        ["sh", "-c", "zip -qr ../a.zip . && zip -qd ../a.zip run.sh && zip -qg ../a.zip run.sh"],
        ["sh", "-c", "echo 'what it is' | zip -qrz ../a.zip ."], ["zip", "-qr", "-UN=UTF8", "../a.zip", "."],
        ["7zz", "a", "-tzip", "-mtm=off", "-mtc=on", "../a.zip", "."],
    ]

    @Test("a tree packed by zip, 7-Zip, bsdtar and Python comes out as unzip unpacks it", arguments: makers)
    func tools(_ command: [String]) async throws {
        try await withScratch { folder in
            let source = try folder.makeDirectory("source")
            try Self.fill(source)
            try Tool.run(command, in: source.path)
            let theirs = try folder.makeDirectory("theirs")
            try Tool.run(["unzip", "-q", "../a.zip"], in: theirs.path)
            let made = try await extract("a.zip", in: folder, to: "ours")
            let expected = try read(theirs)
            let found = try read(folder.directory("ours"))
            #expect(found.files == expected.files)
            #expect(found.links == expected.links)
            #expect(found.folders == expected.folders)
            #expect(found.modes == expected.modes)
            #expect(digests(made) == expected.files.mapValues { sha256($0).hex })
        }
    }

    private static func fill(_ root: Directory) throws {
        let noise = (0..<90_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 6) }
        for (path, bytes, mode) in [
            ("index.html", Array(repeating: UInt8(ascii: "h"), count: 3000), UInt32(0o644)),
            ("run.sh", Array("#!".utf8), 0o755),
            ("empty", [], 0o600), ("assets/noise.bin", noise, 0o640), ("assets/关卡/第一关.json", Array("{}".utf8), 0o644),
            ("assets/a b/c", Array("c".utf8), 0o444),
        ] {
            var directory = root
            let parts = path.split(separator: "/").map(String.init)
            for part in parts.dropLast() { directory = try directory.makeDirectory(part) }
            let file = try directory.createFile(parts[parts.count - 1], mode: mode)
            try bytes.withUnsafeBytes { try file.writeAll($0, path: path) }
        }
        try root.makeDirectory("assets").makeLink("current", target: "../index.html")
        _ = try root.makeDirectory("hollow", mode: 0o700)
    }

    @Test("whatever byte is changed: refused, or the same files as Python reads", arguments: 0..<6)
    func damaged(_ seed: UInt64) async throws {
        try await withScratch { folder in
            var random = SplitMix(state: seed &* 7919 &+ 1)
            var maker = ZipMaker([
                ZipMember("index.html", "hello hello hello"), .folder("d/"), .link("l", to: "index.html"),
                ZipMember("d/b", "stored").with {
                    $0.method = 0; $0.descriptor = .signed32
                },
                ZipMember("z", "sixty-four").with { $0.zip64 = true },
            ])
            maker.zip64 = seed % 2 == 0
            let bytes = maker.bytes()
            let names = try (0..<150).map { index in
                var copy = bytes
                for _ in 0..<Int.random(in: 1...2, using: &random) {
                    copy[Int.random(in: 0..<copy.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                let name = "\(index).zip"
                let file = try folder.createFile(name)
                try copy.withUnsafeBytes { try file.writeAll($0, path: name) }
                return name
            }
            let expected = try pythonReads(names, in: folder)
            var accepted = 0
            for name in names {
                do {
                    let made = try await extract(name, in: folder, to: "out-" + name)
                    accepted += 1
                    // Python reads links as files, and refuses some archives for fields that no file depends on.
                    guard let theirs = expected[name] ?? nil else { continue }
                    let ours = digests(made)
                    for (path, digest) in ours { #expect(theirs[path] ?? digest == digest, "\(name): \(path)") }
                } catch is ArchiveError {
                    continue
                }
            }
            // Times, attributes and version numbers may be anything.
            #expect(accepted > 10 && accepted < names.count)
        }
    }
}

/// A small random generator that gives the same numbers for the same seed everywhere.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
