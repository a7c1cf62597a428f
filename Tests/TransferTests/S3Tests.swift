import SyncCore
import SyncPlatform
import TestSupport
import Testing

@testable import SyncTransfer

/// Against a server that verifies signatures.
@Suite("S3", .serialized, .enabled(if: Moto.reasonMissing == nil, "\(Moto.reasonMissing ?? "")"))
struct S3Tests {
    /// Keys that need care on the way, as they stand in an address, and as the server has to be told.
    static let names = [
        "a.zip", "dir/b%20c.zip", "plus%2Bsign.zip", "%C3%BC.zip", "q%27%28x%29%21%2A.zip",
        "a%3Db%26c%2Cd%3Be%40f%3Ag%24h.zip", "til~de_.-.zip", "a+b.zip", "secret/x.zip", "%2500.zip",
    ]

    private func run(
        _ change: (inout TransferSettings) -> Void = { _ in }, allowance: Allowance? = nil,
        _ body: (Store) async throws -> Void
    ) async throws {
        let archives = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, Sample.first.bytes) })
        let documents = ["dir/manifest.json": Array(#"{"games": []}"#.utf8)]
        try await Moto.serving(archives.merging(documents) { $1 }) { moto in
            try await withScratch { folder in
                var settings = Harness.settings
                settings.s3 = S3Settings(
                    endpoint: try SafeURL(moto.endpoint), accessKey: moto.accessKey, secretKey: moto.secretKey,
                    pathStyle: true)
                change(&settings)
                let loop = try TransferLoop(settings, allowance: allowance, logger: .silent)
                defer { loop.stop() }
                try await body(Store(moto: moto, folder: folder, loop: loop, settings: settings))
            }
        }
    }

    @Test("objects with any characters in their keys arrive byte for byte, signed")
    func keys() async throws {
        try await run { store in
            for name in Self.names where !name.hasPrefix("secret") {
                let download = try await store.download("s3://bucket/\(name)")
                #expect(try readFile(download.name, in: store.folder) == Sample.first.bytes, "\(name)")
            }
            // What an address may hold unencoded.
            for name in ["q'(x)!*.zip", "a=b&c,d;e@f:g$h.zip", "ü.zip", "dir/b c.zip"] {
                _ = try await store.download("s3://bucket/\(name)")
            }
        }
    }

    @Test("what is kept is gone on with, and the tag of another version starts over")
    func resumes() async throws {
        try await run { store in
            let request = try store.request("s3://bucket/a.zip")
            _ = try await store.loop.download(request) { _ in }
            try writeFile(request.partial.file, Array(Sample.first.bytes.prefix(30_001)), in: store.folder)
            let rest = try await store.loop.download(request) { _ in }
            #expect(rest.resumedFrom == 30_001)
            #expect(rest.downloadedBytes < 72_000)
            #expect(try readFile(rest.name, in: store.folder) == Sample.first.bytes)

            try writeFile(request.partial.file, Array(Sample.second.bytes.prefix(30_001)), in: store.folder)
            let record = String(decoding: try readFile(request.partial.record, in: store.folder), as: UTF8.self)
            #expect(record.contains(#""etag":"\""#) && !record.contains("bucket"))
            let other = record.replacing(#""etag":"\""#, with: #""etag":"\"0"#)
            try writeFile(request.partial.record, Array(other.utf8), in: store.folder)
            let whole = try await store.loop.download(request) { _ in }
            #expect(try readFile(whole.name, in: store.folder) == Sample.first.bytes)
        }
    }

    @Test("a manifest comes with its tag, is 304 the next time, and what it names lies beside it")
    func manifest() async throws {
        try await run { store in
            let url = try SafeURL("s3://bucket/dir/manifest.json")
            let document = try await store.loop.fetch(url, ifNoneMatch: nil, ifModifiedSince: nil, limit: 1_000)
            guard case .body(let body) = document else {
                Issue.record("\(document)")
                return
            }
            #expect(String(decoding: body.bytes, as: UTF8.self) == #"{"games": []}"#)
            #expect(body.finalURL == url)
            let again = try await store.loop.fetch(
                url, ifNoneMatch: body.etag, ifModifiedSince: nil, limit: 1_000)
            guard case .notModified = again else {
                Issue.record("\(again)")
                return
            }
            let beside = try SafeURL("b%20c.zip", relativeTo: body.finalURL)
            #expect(beside.absolute == "s3://bucket/dir/b%20c.zip")
            #expect(try SafeURL("/a.zip", relativeTo: body.finalURL).absolute == "s3://bucket/a.zip")
            _ = try await store.download(beside.absolute)
        }
    }

    @Test("each refusal carries the store's own word and the way out")
    func refusals() async throws {
        try await run { store in
            let cases = [
                ("s3://bucket/none.zip", 404, "NoSuchKey", "upload"),
                ("s3://nobucket/none.zip", 404, "NoSuchBucket", "bucket"),
                ("s3://bucket/secret/x.zip", 403, "AccessDenied", "s3:GetObject"),
            ]
            for (url, status, code, hint) in cases {
                let failure = try await store.failure(url)
                #expect(failure == .s3(status: status, code: code, url: url))
                #expect(failure.retry == .never && failure.code == "transfer.status.\(status)")
                #expect(failure.summary.contains(code) && failure.hint?.contains(hint) == true)
            }
            #expect(try store.folder.names().isEmpty)
        }
        try await run({ $0.s3?.secretKey = "wrong" }) { store in
            let failure = try await store.failure("s3://bucket/a.zip")
            #expect(failure == .s3(status: 403, code: "SignatureDoesNotMatch", url: "s3://bucket/a.zip"))
            #expect(failure.hint?.contains("secret_key_file") == true)
        }
        try await run({ $0.s3?.accessKey = "AKIAUNKNOWN" }) { store in
            let failure = try await store.failure("s3://bucket/a.zip")
            #expect(failure == .s3(status: 403, code: "InvalidAccessKeyId", url: "s3://bucket/a.zip"))
        }
        try await run({
            $0.s3?.accessKey = nil
            $0.s3?.secretKey = nil
        }) { store in
            let failure = try await store.failure("s3://bucket/a.zip")
            #expect(failure.code == "transfer.status.403")
        }
    }

    @Test("the bucket may stand in front of the host's name")
    func virtualHost() async throws {
        // curl resolves every name under `localhost` to loopback.
        try await run({ settings in
            let port = settings.s3?.endpoint.map { $0.absolute.split(separator: ":").last ?? "" } ?? ""
            settings.s3?.endpoint = try? SafeURL("http://localhost:\(port)")
            settings.s3?.pathStyle = false
        }) { store in
            let target = try S3Address.resolved(SafeURL("s3://bucket/a.zip"), store.settings.s3)
            #expect(target.absolute.hasPrefix("http://bucket.localhost:"))
        }
    }

    @Test("a store is a mirror like any other, and counts against the allowance")
    func mirror() async throws {
        let allowance = Allowance(bytes: 150_000)
        try await run(allowance: allowance) { store in
            let closed = try ClosedPort()
            defer { closed.release() }
            let dead = try SafeURL("\(closed.base)/a.zip")
            let download = try await store.loop.download(
                store.request(dead.absolute, mirrors: [SafeURL("s3://bucket/a.zip")])
            ) { _ in }
            #expect(try readFile(download.name, in: store.folder) == Sample.first.bytes)
            #expect(allowance.left < 50_000)
            let failure = try await store.failure("s3://bucket/til~de_.-.zip")
            #expect(failure.code == "transfer.over-allowance")
        }
    }
}

/// The server, and who fetches from it.
private struct Store: Sendable {
    let moto: Moto
    let folder: Directory
    let loop: TransferLoop
    let settings: TransferSettings

    func request(_ text: String, mirrors: [SafeURL] = []) throws -> DownloadRequest {
        let url = try SafeURL(text)
        return DownloadRequest(
            url: url, mirrors: mirrors,
            partial: PartialName(
                game: try GameID("snake"), version: try Version("1"), url: url, md5: nil, sha256: Sample.first.sha256),
            directory: folder, size: nil, md5: nil, sha256: Sample.first.sha256, limit: 1 << 30)
    }

    func download(_ text: String) async throws -> Download {
        // Another address each time, under one digest: what the one before left must not count.
        try request(text).partial.remove(in: folder)
        return try await loop.download(request(text)) { _ in }
    }

    func failure(_ text: String) async throws -> TransferError {
        let request = try request(text)
        try request.partial.remove(in: folder)
        let error = await #expect(throws: TransferError.self) { try await loop.download(request) { _ in } }
        return try #require(error)
    }
}
