import Glibc
import SyncArchive
import SyncCore
import SyncCrypto
import SyncPlatform
import TestSupport

/// What an archive became on disk.
struct Unpacked {
    /// Contents of files by path; symlinks as `-> target`.
    var files: [String: [UInt8]] = [:]
    var links: [String: String] = [:]
    var folders: Set<String> = []
    /// Permission bits by path, links left out.
    var modes: [String: UInt32] = [:]
    var times: [String: Int64] = [:]
    var made: [ExtractedFile] = []
    var warnings: [String] = []

    var texts: [String: String] { files.mapValues { String(decoding: $0, as: UTF8.self) } }
}

let lanes = [Lane("test-0"), Lane("test-1")]

/// So many that the memory for each is little: all but small entries are streamed.
let manyLanes = (0..<24).map { Lane("test-many-\($0)") }

/// Writes the bytes to a file and opens it as an archive.
func opening<Result>(
    _ bytes: [UInt8], _ options: ArchiveOptions = ArchiveOptions(), _ body: (Archive, Directory) async throws -> Result
) async throws -> Result {
    try await withScratch { folder in
        let file = try folder.createFile("a.zip")
        try bytes.withUnsafeBytes { try file.writeAll($0, path: "a.zip") }
        let archive = try Archive(folder.openFile("a.zip"), path: "a.zip", options: options)
        return try await body(archive, folder)
    }
}

/// Unpacks and reads back what is on disk.
func unpack(
    _ bytes: [UInt8], _ options: ArchiveOptions = ArchiveOptions(), on lanes: [Lane] = lanes
) async throws -> Unpacked {
    try await opening(bytes, options) { archive, folder in
        let target = try folder.makeDirectory("out")
        let made = try await archive.extract(into: target, on: lanes)
        var result = try read(target)
        result.made = made
        result.warnings = archive.warnings
        return result
    }
}

/// The error with which an archive is refused; nil when it is not.
func refusal(_ bytes: [UInt8], _ options: ArchiveOptions = ArchiveOptions()) async throws -> ArchiveError? {
    do {
        _ = try await unpack(bytes, options)
        return nil
    } catch let error as ArchiveError {
        return error
    }
}

/// Reads a tree with system calls of its own.
func read(_ directory: Directory, _ prefix: String = "") throws -> Unpacked {
    var result = Unpacked()
    for name in try directory.names() {
        guard let status = try directory.status(name) else { continue }
        let path = prefix + name
        switch status.kind {
        case .directory:
            let inner = try read(directory.directory(name), path + "/")
            result.files.merge(inner.files) { $1 }
            result.links.merge(inner.links) { $1 }
            result.folders.formUnion(inner.folders)
            result.modes.merge(inner.modes) { $1 }
            result.times.merge(inner.times) { $1 }
            result.folders.insert(path)
        case .file:
            let file = try directory.openFile(name)
            var bytes = [UInt8](repeating: 0, count: Int(status.size))
            let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0, at: 0) }
            result.files[path] = Array(bytes[..<count])
        case .link:
            var target = [CChar](repeating: 0, count: 4096)
            let count = readlinkat(directory.raw, name, &target, target.count)
            result.links[path] = String(decoding: target[..<max(count, 0)].map(UInt8.init(bitPattern:)), as: UTF8.self)
            continue
        case .other: continue
        }
        result.modes[path] = status.mode
        result.times[path] = status.modified
    }
    return result
}

func sha256(_ bytes: [UInt8]) -> Digest {
    var hasher = ContentHasher(.sha256)
    bytes.withUnsafeBytes { hasher.update($0) }
    return hasher.finish()
}
