import Glibc

extension Descriptor {
    /// What the open file is. The corresponding C function is `fstat`.
    public borrowing func status() throws(PlatformError) -> FileStatus {
        var info = stat()
        try checked("fstat") { fstat(raw, &info) }
        return FileStatus(info)
    }
}
