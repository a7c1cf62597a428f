import CLinux

/// How many files this process may have open.
public enum OpenFileLimit {
    /// Too few to work with: state, lock, folders, connections and one archive need about so many.
    public static let least = 40

    /// Raised as far as the system allows, once; at most 65,536.
    public static let current = linux_raise_open_files()
}
