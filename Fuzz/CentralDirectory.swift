import Glibc
import SyncArchive
import SyncPlatform

/// A file without a name that holds one input after the other.
nonisolated(unsafe) private let file: Int32 = {
    var template = Array("/tmp/assetsync-fuzz-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    precondition(descriptor >= 0, "no scratch file")
    unlink(template)
    return descriptor
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCentralDirectory(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    precondition(ftruncate(file, 0) == 0 && pwrite(file, data, count, 0) == count, "the input was not written")
    var options = ArchiveOptions(password: Array("password".utf8))
    options.limits.entries = 1000
    guard let archive = try? Archive(Descriptor(owning: dup(file)), path: "input", options: options) else { return 0 }
    var total: Int64 = 0
    for entry in archive.entries {
        precondition(!entry.path.isEmpty && entry.path.utf8.count <= 4096 && entry.path.utf8.first != 0x2F)
        for part in entry.path.utf8.split(separator: 0x2F, omittingEmptySubsequences: false) {
            precondition(!part.isEmpty && part.count <= 255)
            precondition(!part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8))
        }
        precondition(!entry.path.unicodeScalars.contains { $0.properties.generalCategory == .control })
        precondition(entry.size >= 0 && entry.packedSize >= 0 && entry.packedSize <= count)
        total += entry.size
    }
    precondition(total == archive.unpackedBytes && total <= options.limits.unpackedBytes)
    return 0
}
