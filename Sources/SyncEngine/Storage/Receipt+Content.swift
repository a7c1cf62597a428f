import SyncCore
import SyncCrypto
import SyncPlatform

extension Receipt {
    /// Whether every file of the tree has the recorded SHA-256. Reads all of it.
    func matchesContent(of parent: Directory, _ name: String) -> Bool {
        guard visibleProblem(in: parent, name) == nil else { return false }
        return entries.allSatisfy { entry in
            guard case .file(_, let sha256) = entry.kind else { return true }
            return (try? fileDigest(parent, "\(name)/\(entry.path)")) == sha256
        }
    }
}

/// SHA-256 of a file, read in pieces.
func fileDigest(_ directory: Directory, _ path: String) throws(PlatformError) -> Digest {
    let file = try directory.openFile(path)
    var hasher = ContentHasher(.sha256)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 4096)
    defer { buffer.deallocate() }
    var offset: Int64 = 0
    while true {
        let count = try file.read(into: buffer, at: offset, path: path)
        if count == 0 { return hasher.finish() }
        hasher.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        offset += Int64(count)
    }
}
