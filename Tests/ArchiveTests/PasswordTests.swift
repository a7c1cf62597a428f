import SyncArchive
import SyncPlatform
import TestSupport
import Testing

/// Encrypted archives as the tools of the field make them.
@Suite("Passwords") struct PasswordTests {
    static let password = "open sesame"
    static let makers: [[String]] = [
        ["zip", "-q", "-r", "-P", password, "../a.zip", "."],
        ["sh", "-c", "zip -q -r -P '\(password)' - . | cat > ../a.zip"],
        ["zip", "-q", "-0", "-r", "-P", password, "../a.zip", "."],
        ["7zz", "a", "-tzip", "-p" + password, "-mem=ZipCrypto", "../a.zip", "."],
        ["7zz", "a", "-tzip", "-p" + password, "-mem=AES128", "../a.zip", "."],
        ["7zz", "a", "-tzip", "-p" + password, "-mem=AES192", "../a.zip", "."],
        ["7zz", "a", "-tzip", "-p" + password, "-mem=AES256", "../a.zip", "."],
        ["7zz", "a", "-tzip", "-mx=0", "-p" + password, "-mem=AES256", "../a.zip", "."],
        ["bsdtar", "-a", "-cf", "../a.zip", "--options", "zip:encryption=aes256", "--passphrase", password, "."],
        ["bsdtar", "-a", "-cf", "../a.zip", "--options", "zip:encryption=aes128", "--passphrase", password, "."],
        ["bsdtar", "-a", "-cf", "../a.zip", "--options", "zip:encryption=traditional", "--passphrase", password, "."],
    ]

    private static let text = String(repeating: "the treasure is here; ", count: 300)
    /// Larger than what is unpacked in one piece.
    private static let noise = (0..<1_500_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 11) }

    /// An archive of a small, an empty and a large file, made by a real tool.
    private func made(_ command: [String]) async throws -> [UInt8] {
        try await withScratch { folder in
            let source = try folder.makeDirectory("source")
            let inner = try source.makeDirectory("d")
            for (directory, name, bytes) in [
                (source, "small.txt", Array(Self.text.utf8)), (source, "empty", []), (inner, "noise.bin", Self.noise),
            ] {
                let file = try directory.createFile(name)
                try bytes.withUnsafeBytes { try file.writeAll($0, path: name) }
            }
            try Tool.run(command, in: source.path)
            return try #require(try ArchiveTests.read(folder).files["a.zip"])
        }
    }

    @Test("archives of every tool and cipher open with their password, and say so without", arguments: makers)
    func tools(_ command: [String]) async throws {
        let bytes = try await made(command)
        let right = ArchiveOptions(password: Array(Self.password.utf8))
        let out = try await unpack(bytes, right, on: manyLanes)
        #expect(try await unpack(bytes, right).files == out.files)
        #expect(out.files == ["small.txt": Array(Self.text.utf8), "empty": [], "d/noise.bin": Self.noise])

        guard case .entry(_, .passwordRequired)? = try await refusal(bytes) else {
            Issue.record("a password is not asked for")
            return
        }
        for wrong in ["Open sesame", "", "open sesame\n"] {
            let error = try #require(try await refusal(bytes, ArchiveOptions(password: Array(wrong.utf8))))
            #expect(error.code == "archive.entry.password")
            #expect(error.summary.contains("password"))
        }
    }

    @Test("no file counts as good before its authentication code was checked", arguments: makers[4...7])
    func damaged(_ command: [String]) async throws {
        var bytes = try await made(command)
        // In the middle of the large file, and in the first bytes of the small one.
        let options = ArchiveOptions(password: Array(Self.password.utf8))
        bytes[bytes.count / 2] ^= 1
        #expect(try await refusal(bytes, options)?.summary.contains("authentication failed") == true)
    }

    @Test("AES-1 checks the checksum as well, AES-2 does not look at it", arguments: [128, 192, 256])
    func aes(_ bits: Int) async throws {
        let bytes = try await withScratch { folder in
            let file = try folder.createFile("a.txt")
            try Array(Self.text.utf8).withUnsafeBytes { try file.writeAll($0, path: "a.txt") }
            try Tool.run(
                ["7zz", "a", "-tzip", "-p" + Self.password, "-mem=AES\(bits)", "a.zip", "a.txt"], in: folder.path)
            return try #require(try ArchiveTests.read(folder).files["a.zip"])
        }
        let options = ArchiveOptions(password: Array(Self.password.utf8))
        let field: [UInt8] = [0x01, 0x99, 7, 0, 2, 0, 0x41, 0x45, UInt8((bits - 64) / 64)]
        let places = bytes.indices.dropLast(field.count).filter { bytes[$0...].starts(with: field) }
        try #require(places.count == 2)
        func variant(_ version: UInt8, _ crc: UInt32) -> [UInt8] {
            var copy = bytes
            for place in places { copy[place + 4] = version }
            var field: [UInt8] = []
            field.append32(crc)
            copy.replaceSubrange(14..<18, with: field)
            let central = copy.indices.first { copy[$0...].starts(with: [0x50, 0x4B, 1, 2]) } ?? 0
            copy.replaceSubrange(central + 16..<central + 20, with: field)
            return copy
        }
        let crc = checksum(Array(Self.text.utf8))
        #expect(try await unpack(variant(1, crc), options).texts == ["a.txt": Self.text])
        #expect(try await refusal(variant(1, 7), options)?.summary.contains("checksum mismatch") == true)
        #expect(try await unpack(variant(2, 0), options).texts == ["a.txt": Self.text])
        #expect(try await unpack(variant(2, 7), options).texts == ["a.txt": Self.text])
        // Two bytes tell a wrong password; one in 65,536 is found out only by the authentication code.
        let wrong = try #require(try await refusal(bytes, ArchiveOptions(password: Array("sesame".utf8))))
        #expect(wrong.summary.contains("wrong password") || wrong.summary.contains("authentication failed"))
    }

    @Test("many small encrypted files side by side open each by itself", arguments: makers[0...4] + makers[6...7])
    func neighbours(_ command: [String]) async throws {
        try await withScratch { folder in
            let source = try folder.makeDirectory("source")
            var expected: [String: [UInt8]] = [:]
            for index in 0..<90 {
                let name = "f\(index * 7919 % 90)"
                expected[name] = Array(Self.noise[(index * 1000)..<(index * 1000 + index * 9)])
                let file = try source.createFile(name)
                try expected[name, default: []].withUnsafeBytes { try file.writeAll($0, path: name) }
            }
            try Tool.run(command, in: source.path)
            let bytes = try #require(try ArchiveTests.read(folder).files["a.zip"])
            #expect(try await unpack(bytes, ArchiveOptions(password: Array(Self.password.utf8))).files == expected)
        }
    }

    static let brokenFields: [(String, [UInt8])] = [
        ("another vendor", [2, 0, 0x42, 0x45, 3, 8, 0]), ("version 3", [3, 0, 0x41, 0x45, 3, 8, 0]),
        ("strength 4", [2, 0, 0x41, 0x45, 4, 8, 0]), ("strength 0", [2, 0, 0x41, 0x45, 0, 8, 0]),
        ("a short field", [2, 0, 0x41, 0x45, 3]),
    ]

    @Test("an AES header that is not as it should be is refused", arguments: brokenFields)
    func brokenHeader(_ name: String, _ field: [UInt8]) async throws {
        let member = ZipMember("a", "x").with {
            $0.method = 99
            $0.flags = 1
            $0.packed = Array(repeating: 0, count: 64)
            $0.extra = extraField(0x9901, field)
        }
        let error = try await refusal(ZipMaker([member]).bytes(), ArchiveOptions(password: [1]))
        #expect(error == .entry("a", .aesHeader))
    }

    @Test("an AES header that differs from the directory's is refused")
    func differingHeader() async throws {
        let member = ZipMember("a", "x").with {
            $0.method = 99
            $0.flags = 1
            $0.packed = Array(repeating: 0, count: 64)
            $0.extra = extraField(0x9901, [2, 0, 0x41, 0x45, 3, 8, 0])
            $0.local.extra = extraField(0x9901, [2, 0, 0x41, 0x45, 1, 8, 0])
        }
        let error = try await refusal(ZipMaker([member]).bytes(), ArchiveOptions(password: [1]))
        #expect(error == .entry("a", .localDiffers("AES field differs")))
    }

    @Test("an AES entry of an unknown method inside is refused, one that is too short as well")
    func innerMethod() async throws {
        func member(_ method: UInt8, _ count: Int) -> ZipMember {
            ZipMember("a", "x").with {
                $0.method = 99
                $0.flags = 1
                $0.packed = Array(repeating: 0, count: count)
                $0.extra = extraField(0x9901, [2, 0, 0x41, 0x45, 3, method, 0])
            }
        }
        let options = ArchiveOptions(password: [1])
        #expect(try await refusal(ZipMaker([member(12, 64)]).bytes(), options) == .entry("a", .method(12)))
        #expect(
            try await refusal(ZipMaker([member(8, 27)]).bytes(), options)
                == .entry("a", .tooLittleData(expected: 1, found: 0)))
        let traditional = member(8, 11).with {
            $0.method = 8
            $0.extra = []
        }
        #expect(try await refusal(ZipMaker([traditional]).bytes(), options)?.code == "archive.entry.data")
    }

    @Test("an archive without encrypted entries takes no notice of a password")
    func unused() async throws {
        let out = try await unpack(ZipMaker(files: [("a", "x")]).bytes(), ArchiveOptions(password: [1, 2, 3]))
        #expect(out.texts == ["a": "x"])
    }
}
