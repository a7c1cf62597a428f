import Glibc
import SyncCore
import SyncPlatform
import TestSupport
import Testing

@testable import SyncTransfer

@Suite("Local file") struct LocalFileTests {
    @Test("a file is read as a document and copied as an archive, with every promise checked")
    func whole() async throws {
        try await Harness.run { harness in
            try writeFile("a b.zip", Sample.first.bytes, in: harness.folder)
            let request = try harness.local("a b.zip", md5: Sample.first.md5)
            let download = try await harness.download(request)
            #expect(try harness.bytes(download.name) == Sample.first.bytes)
            #expect(download.sha256 == Sample.first.sha256 && download.isVerified)
            #expect(download.downloadedBytes == 0)
            let document = try await harness.loop.fetch(
                request.url, ifNoneMatch: "\"x\"", ifModifiedSince: nil, limit: 100_000)
            guard case .body(let body) = document else {
                Issue.record("\(document)")
                return
            }
            #expect(body.bytes == Sample.first.bytes && body.etag == nil)
        }
    }

    @Test("a missing file, a folder, a pipe, an empty or too large file: each says so, at once, and leaves nothing")
    func failures() async throws {
        try await Harness.run { harness in
            _ = try harness.folder.makeDirectory("folder")
            #expect(mkfifo(harness.folder.path + "/pipe", 0o600) == 0)
            try writeFile("empty", [], in: harness.folder)
            try writeFile("full", Sample.first.bytes, in: harness.folder)
            let base = harness.folder.path
            let before = try harness.names
            try await harness.expect(.missingFile(path: "\(base)/none"), of: harness.local("none"))
            for name in ["folder", "pipe"] {
                try await harness.expect(.notAFile(path: "\(base)/\(name)"), of: harness.local(name))
            }
            try await harness.expect(code: "transfer.empty", of: harness.local("empty"))
            try await harness.expect(
                .tooLarge(limit: 99_999, promised: 100_000), of: harness.local("full", limit: 99_999))
            try await harness.expect(code: "transfer.digest", of: harness.local("full", md5: Sample.second.md5))
            await #expect(throws: TransferError.missingFile(path: "\(base)/none")) {
                try await harness.loop.fetch(
                    harness.local("none").url, ifNoneMatch: nil, ifModifiedSince: nil, limit: 1)
            }
            #expect(try harness.names == before)
        }
    }
}

extension Harness {
    fileprivate func local(_ name: String, md5: Digest? = nil, limit: Int64 = 1 << 30) throws -> DownloadRequest {
        let url = try SafeURL("file://\(folder.path)/\(name)")
        return DownloadRequest(
            url: url,
            partial: PartialName(game: try GameID("x"), version: try Version("1"), url: url, md5: md5, sha256: nil),
            directory: folder, size: nil, md5: md5, sha256: nil, limit: limit)
    }
}
