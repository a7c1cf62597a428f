import Dispatch
import Glibc
import SyncArchive
import SyncPlatform

/// A folder that holds the input and what it is unpacked to, and nothing else ever.
private let folder: Directory = {
    var template = Array("/tmp/assetsync-fuzz-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "no scratch folder")
    atexit {
        guard let parent = try? Directory(opening: "/tmp") else { return }
        try? parent.removeTree(String(folder.path.dropFirst("/tmp/".count)))
    }
    let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard let folder = try? Directory(opening: path) else { preconditionFailure("no scratch folder") }
    return folder
}()

private let lanes = [Lane("fuzz-0"), Lane("fuzz-1")]

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzExtraction(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    do {
        try folder.removeTree("out")
        let file = try folder.openFile("in.zip", flags: O_RDWR | O_CREAT | O_TRUNC, mode: 0o600)
        try file.writeAll(UnsafeRawBufferPointer(start: data, count: count), path: "in.zip")
        let out = try folder.makeDirectory("out")
        unpack(Descriptor(owning: dup(file.raw)), into: out)
        let names = try folder.names().sorted()
        precondition(names == ["in.zip", "out"], "something was made beside the folder")
    } catch {
        preconditionFailure("the test's own files: \(error)")
    }
    return 0
}

private func unpack(_ file: consuming Descriptor, into out: Directory) {
    let limits = ArchiveLimits(unpackedBytes: 1 << 20, entries: 200)
    let options = ArchiveOptions(password: Array("password".utf8), limits: limits)
    guard let archive = try? Archive(file, path: "in.zip", options: options) else { return }
    let done = DispatchSemaphore(value: 0)
    Task.detached {
        if let made = try? await archive.extract(into: out, on: lanes) {
            let bytes = made.reduce(0) { $0 + $1.size }
            precondition(bytes <= limits.unpackedBytes, "more was made than the limit allows")
            precondition(made.allSatisfy { $0.mode & 0o002 == 0 || $0.kind == .link }, "something is world-writable")
        }
        done.signal()
    }
    done.wait()
}
