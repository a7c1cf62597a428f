public import SyncPlatform

/// Walks a tree by open directories, each opened by its name within the one above. The way down is kept open, so that
/// neighbours cost one `openat` and nothing is looked up by a long path.
public final class DirectoryCursor {
    /// Descriptors kept; a deeper way is walked again from the top when it is left.
    private static let mostOpen = 32

    private let root: Directory
    private var path: String?
    private var current: Directory
    /// The way to `current`, its own level last.
    private var levels: [(name: Substring, directory: Directory?)] = []

    public init(_ root: Directory) {
        self.root = root
        current = root
    }

    /// Opens the folder at a relative path; the empty path is the root.
    public func directory(_ newPath: Substring) throws(PlatformError) -> Directory {
        if let path, path.utf8.elementsEqual(newPath.utf8) { return current }
        let names = newPath.isEmpty ? [] : newPath.split(separator: "/", omittingEmptySubsequences: true)
        var shared = zip(levels, names).prefix { $0.0.name.utf8.elementsEqual($0.1.utf8) }.count
        while shared > 0, levels[shared - 1].directory == nil { shared -= 1 }
        path = nil
        levels.removeSubrange(shared...)
        var directory = levels.last?.directory ?? root
        for name in names[shared...] {
            directory = try directory.directory(String(name))
            levels.append((name, directory))
            if levels.count > Self.mostOpen { levels[levels.count - Self.mostOpen - 1].directory = nil }
        }
        current = directory
        path = String(newPath)
        return directory
    }

    /// The folder that holds `path`, and the last name of it.
    public func place(_ path: String) throws(PlatformError) -> (Directory, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (try directory(""), path) }
        return (try directory(path[..<slash]), String(path[path.utf8.index(after: slash)...]))
    }
}
