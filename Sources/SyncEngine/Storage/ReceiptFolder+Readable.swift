import SyncCore
import SyncPlatform

extension ReceiptFolder {
    /// nil when it is missing or no receipt, as ``read(_:)``.
    ///
    /// - Throws: When it may be a good one that this user cannot read, or not now.
    func readable(_ name: String) throws(PlatformError) -> Receipt? {
        do {
            _ = try directory.openFile(name)
        } catch {
            if error.isDamage || error.isElsewhere { return nil }
            throw error
        }
        return read(name)
    }
}
