/// What stands in the games folder under one name.
public enum DiskEntry: Sendable, Equatable {
    /// A real directory on the same file system.
    case tree
    /// A directory whose files are visibly not those that were installed: emptied, for example.
    case brokenTree(String)
    /// Something that is never followed, replaced or removed: `a symbolic link`, `a file`, `a mount point`.
    case foreign(String)

    /// Whether a real directory is there, whole or not.
    public var isTree: Bool {
        switch self {
        case .tree, .brokenTree: true
        case .foreign: false
        }
    }
}
