import Glibc
import SyncPlatform

extension Directory {
    /// Creates a file for writing; whatever has the name, a whole folder too, is removed first.
    func createFileReplacing(_ name: String) throws(PlatformError) -> Descriptor {
        do throws(PlatformError) {
            return try createFile(name)
        } catch {
            guard error.errno == EEXIST else { throw error }
            try removeTree(name)
            return try createFile(name)
        }
    }
}
