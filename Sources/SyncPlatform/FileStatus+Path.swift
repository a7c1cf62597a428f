import Glibc

extension FileStatus {
    /// What the path leads to, links followed: for paths that the operator chose. Nil when there is nothing.
    public init?(at path: String) throws(PlatformError) {
        var info = Glibc.stat()
        if stat(path, &info) != 0 {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw .last("stat", path)
        }
        self.init(info)
    }
}
