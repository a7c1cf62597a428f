import Glibc
import SyncPlatform

extension Directory {
    /// Its absolute path without links and `..`, for messages about a folder that the user has not named.
    var realPath: String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}
