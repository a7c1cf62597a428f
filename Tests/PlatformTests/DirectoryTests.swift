import Glibc
import SyncPlatform
import TestSupport
import Testing

@Suite("Directory") struct DirectoryTests {
    @Test("an exchange swaps two trees and both names exist before and after")
    func exchange() async throws {
        try await withScratch { folder in
            let old = try folder.makeDirectory("live")
            let new = try folder.makeDirectory("staged")
            let identity = try new.status().identity
            try folder.exchange("live", with: folder, "staged")
            #expect(try folder.status("live")?.identity == identity)
            #expect(try folder.status("staged")?.identity == old.status().identity)
        }
    }

    @Test("removing a tree removes links themselves, read-only folders and names that are no UTF-8")
    func removeTree() async throws {
        try await withScratch { folder in
            let victim = try folder.makeDirectory("victim")
            _ = try victim.createFile("keep")
            let tree = try folder.makeDirectory("tree")
            try tree.makeLink("out", target: "../victim")
            let inner = try tree.makeDirectory("inner")
            _ = try inner.createFile("file", mode: 0o444)
            #expect(mkdirat(inner.raw, [0x66, -1, 0], 0o755) == 0)
            #expect(fchmod(inner.raw, 0o555) == 0)
            try folder.removeTree("tree")
            #expect(try folder.status("tree") == nil)
            #expect(try victim.status("keep") != nil)
        }
    }

    @Test("a link in place of a folder is not opened")
    func noFollow() async throws {
        try await withScratch { folder in
            _ = try folder.makeDirectory("real")
            try folder.makeLink("link", target: "real")
            #expect(throws: PlatformError.self) { try folder.directory("link") }
        }
    }
}
