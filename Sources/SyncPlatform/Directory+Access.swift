import Glibc

extension Directory {
    /// Throws why names cannot be made or removed in it by this process: `EACCES`, or `EROFS` for a file system that is
    /// mounted read-only.
    public func requireWritable() throws(PlatformError) {
        try checked("access", path) { faccessat(raw, ".", W_OK | X_OK, AT_EACCESS) }
    }
}
