import Glibc
import SyncPlatform
import TestSupport
import Testing

@Suite("Replacing a file") struct AtomicFileTests {
    private func text(_ folder: Directory, _ name: String) throws -> String {
        let file = try folder.openFile(name)
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = try bytes.withUnsafeMutableBufferPointer { buffer throws(PlatformError) in
            try file.read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)
        }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    @Test("a new file and a new content, flushed or not", arguments: [true, false])
    func content(flush: Bool) async throws {
        try await withScratch { folder in
            try folder.writeFile("file", with: "longer than the next", flush: flush)
            #expect(try text(folder, "file") == "longer than the next")
            try folder.writeFile("file", with: "short", mode: 0o600, flush: flush)
            #expect(try text(folder, "file") == "short")
            #expect(try folder.status("file")?.mode == 0o600)
            try folder.writeFile("file", with: "", flush: flush)
            #expect(try text(folder, "file") == "")
            #expect(try folder.names() == ["file"])
        }
    }

    @Test("a reader sees the old or the new whole, never a part and never none")
    func readers() async throws {
        try await withScratch { folder in
            let contents = (0..<8).map { String(repeating: "\($0)", count: 100_000 + $0) }
            try folder.writeFile("file", with: contents[0], flush: false)
            let writing = Task {
                for round in 0..<200 { try folder.writeFile("file", with: contents[round % 8], flush: false) }
            }
            for _ in 0..<300 { #expect(contents.contains(try text(folder, "file"))) }
            try await writing.value
        }
    }

    @Test("a link is replaced, what it points to is not touched; a folder stays and nothing is left over")
    func inTheWay() async throws {
        try await withScratch { folder in
            try folder.writeFile("real", with: "mine", flush: false)
            try folder.makeLink("link", target: "real")
            try folder.writeFile("link", with: "new", flush: false)
            #expect(try folder.status("link")?.kind == .file)
            #expect(try text(folder, "real") == "mine")
            try folder.makeNewDirectory("folder")
            #expect(throws: PlatformError.self) { try folder.writeFile("folder", with: "x", flush: true) }
            #expect(try folder.names().sorted() == ["folder", "link", "real"])
        }
    }

    @Test("the longest name works")
    func longName() async throws {
        try await withScratch { folder in
            let name = String(repeating: "n", count: 255)
            try folder.writeFile(name, with: "x", flush: false)
            #expect(try folder.names() == [name])
        }
    }

    @Test("a name that is taken stays as it is when it is not to be replaced")
    func notReplacing() async throws {
        try await withScratch { folder in
            try folder.writeFile("file", with: "first", replacing: false, flush: true)
            let error = #expect(throws: PlatformError.self) {
                try folder.writeFile("file", with: "second", replacing: false, flush: true)
            }
            #expect(error?.exists == true)
            #expect(try folder.status("file")?.size == 5)
            #expect(try folder.names() == ["file"])
        }
    }
}
