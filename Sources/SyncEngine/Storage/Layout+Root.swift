import SyncCore
import SyncPlatform

extension Layout {
    /// Opens the root, making it where it is missing.
    func openRoot() throws -> Directory {
        do throws(PlatformError) {
            return try Directory.creating(root)
        } catch {
            guard error.isNotAFolder else { throw error }
            throw StorageError.notAFolder(root.printable())
        }
    }
}
