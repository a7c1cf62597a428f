import Glibc
import SyncCore
import SyncPlatform
import TestSupport
import Testing

@Suite("Copying files") struct CopyTests {
    @Test("gives the same bytes, for an empty file and for one of many pieces", arguments: [0, 1, 4_096, 9_000_001])
    func sameBytes(_ size: Int) async throws {
        try await withScratch { folder in
            _ = try Site.shell("head -c \(size) /dev/urandom >'\(folder.path)/source'")
            let source = try folder.openFile("source")
            let target = try folder.createFile("target")
            #expect(try source.copyContent(to: target, path: "target"))
            _ = try Site.shell("cmp '\(folder.path)/source' '\(folder.path)/target'")
        }
    }

    @Test("says that a source cannot be read, and which target cannot be written")
    func failures() async throws {
        try await withScratch { folder in
            let unreadable = try folder.openFile("source", flags: O_WRONLY | O_CREAT, mode: 0o644)
            try unreadable.writeAll([1, 2, 3], path: "source")
            let target = try folder.createFile("target")
            #expect(try unreadable.copyContent(to: target, path: "target") == false)
            let source = try folder.openFile("source")
            let full = Descriptor(owning: open("/dev/full", O_WRONLY))
            #expect(throws: PlatformError.self) { try source.copyContent(to: full, path: "target") }
        }
    }

    @Test("a link's target is read as it stands, and what is no link has none")
    func links() async throws {
        try await withScratch { folder in
            try folder.makeLink("link", target: "../贪吃蛇/nowhere")
            #expect(try folder.linkTarget("link") == "../贪吃蛇/nowhere")
            _ = try folder.createFile("file")
            #expect(throws: PlatformError.self) { try folder.linkTarget("file") }
        }
    }

    @Test(
        "a time of the last change from before 1970 is set, too",
        arguments: [-1_500_000_000, 0, 1_700_000_000_123_456_789])
    func times(_ nanoseconds: Int64) async throws {
        try await withScratch { folder in
            let file = try folder.createFile("file")
            file.setModified(nanoseconds)
            #expect(try folder.status("file")?.modifiedNanoseconds == nanoseconds)
        }
    }
}
