import Glibc
import SyncPlatform

extension Descriptor {
    /// Makes the file empty and goes to its beginning.
    func truncate(path: @autoclosure () -> String) throws(PlatformError) {
        guard ftruncate(raw, 0) == 0, lseek(raw, 0, SEEK_SET) == 0 else {
            throw .system(call: "ftruncate", path: path(), errno: errno)
        }
    }
}

/// Runs disk work and turns its error into a transfer's.
func onDisk<Result: ~Copyable>(
    _ body: () throws(PlatformError) -> Result
) throws(TransferError) -> Result {
    do throws(PlatformError) { return try body() } catch { throw .disk(error) }
}
