import SyncCore
import SyncPlatform

extension Receipt {
    /// Whether every file of the tree has the recorded SHA-256. Reads all of it.
    func matchesContent(of parent: Directory, _ name: String) -> Bool {
        guard visibleProblem(in: parent, name) == nil else { return false }
        let hasher = FileHasher()
        return entries.allSatisfy { entry in
            guard case .file(_, let sha256) = entry.kind else { return true }
            let path = "\(name)/\(entry.path)"
            // What cannot be read does not match.
            guard let file = try? parent.openRegular(path) else { return false }
            return (try? hasher.digest(of: file, path: path, until: { false }))?.digest == sha256
        }
    }
}
