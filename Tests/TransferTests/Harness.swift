import Glibc
import SyncCore
import SyncPlatform
import Synchronization
import TestSupport
import Testing

@testable import SyncTransfer

/// A transfer loop, a folder for partials and a server, as one test needs them.
struct Harness {
    let server: LoopbackServer
    let folder: Directory
    let loop: TransferLoop

    static let path = "/game.zip"

    /// Retries are quick and few, silence is short, and the environment's proxies do not count.
    static var settings: TransferSettings {
        var settings = TransferSettings()
        settings.retries = 3
        settings.stallTimeout = .seconds(5)
        settings.connectTimeout = .seconds(5)
        settings.proxy = ""
        settings.netrc = false
        return settings
    }

    /// Runs `body` with ``Sample/first`` under ``path``.
    static func run(
        _ resource: LoopbackServer.Resource = .init(Sample.first.bytes), settings: TransferSettings = settings,
        logger: Logger = .silent, _ body: (Harness) async throws -> Void
    ) async throws {
        try await withScratch { folder in
            try await LoopbackServer.serving([path: resource]) { server in
                let loop = try TransferLoop(settings, logger: logger)
                defer { loop.stop() }
                try await body(Harness(server: server, folder: folder, loop: loop))
            }
        }
    }

    func url(_ path: String = Self.path) throws -> SafeURL { try SafeURL(server.base + path) }

    /// A request for ``path`` that promises what ``Sample/first`` is, unless told otherwise.
    func request(
        _ path: String = Self.path, game: String = "snake", size: Int64? = nil, md5: Digest? = Sample.first.md5,
        sha256: Digest? = nil, limit: Int64 = 1 << 30
    ) throws -> DownloadRequest {
        let url = try url(path)
        return DownloadRequest(
            url: url,
            partial: PartialName(game: try GameID(game), version: try Version("1"), url: url, md5: md5, sha256: sha256),
            directory: folder, size: size, md5: md5, sha256: sha256, limit: limit)
    }

    /// Without any digest: only what the server says protects the bytes.
    func unprotected(_ path: String = Self.path, size: Int64? = nil) throws -> DownloadRequest {
        try request(path, size: size, md5: nil)
    }

    func download(_ request: DownloadRequest) async throws(TransferError) -> Download {
        try await loop.download(request) { _ in }
    }

    /// What the call ends with when it has to fail.
    func failure(_ request: DownloadRequest) async throws -> TransferError {
        let error = await #expect(throws: TransferError.self) { try await loop.download(request) { _ in } }
        return try #require(error)
    }

    func expect(
        _ error: TransferError, of request: DownloadRequest, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let failure = try await failure(request)
        #expect(failure == error, sourceLocation: sourceLocation)
    }

    func expect(
        code: String, of request: DownloadRequest, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let failure = try await failure(request)
        #expect(failure.code == code, sourceLocation: sourceLocation)
    }

    /// The file's bytes.
    func bytes(_ name: String) throws -> [UInt8] { try readFile(name, in: folder) }

    var names: [String] { get throws { try folder.names().sorted() } }
    var ranges: [String?] { server.requests.map(\.range) }

    /// Leaves a partial of ``Sample/first`` with so many bytes, as a run does that was ended while the server stalled.
    func leavePartial(_ count: Int, of request: DownloadRequest) async throws {
        server.script(request.url.pathInTest, [.stall(after: count)])
        let task = Task { [loop] in try await loop.download(request) { _ in } }
        try await eventually { try folder.status(request.partial.file)?.size == Int64(count) }
        task.cancel()
        await #expect(throws: TransferError.cancelled) { try await task.value }
        server.reset()
    }
}

extension SafeURL {
    fileprivate var pathInTest: String {
        let rest = absolute.drop { $0 != ":" }.dropFirst(3)
        return String(rest.drop { $0 != "/" }.prefix { $0 != "?" })
    }
}

/// Waits until something holds; the test fails when it does not within a minute.
func eventually(_ condition: () throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
        if try condition() { return }
        try await Task.sleep(for: .milliseconds(5))
    }
    Issue.record("it did not come about within a minute")
}

func readFile(_ name: String, in folder: Directory) throws -> [UInt8] {
    let file = try folder.openFile(name)
    var bytes = [UInt8](repeating: 0, count: Int(try file.size()))
    let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0, at: 0) }
    return Array(bytes.prefix(count))
}

func writeFile(_ name: String, _ bytes: [UInt8], in folder: Directory) throws {
    let file = try folder.openFile(name, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
    try bytes.withUnsafeBytes { try file.writeAll($0, path: name) }
}

/// Collects what callbacks report, from whatever thread.
final class Collected<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])
    var all: [Element] { elements.withLock { $0 } }
    func add(_ element: Element) { elements.withLock { $0.append(element) } }
}
