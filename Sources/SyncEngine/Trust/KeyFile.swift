import SyncCore
import SyncCrypto
import SyncTrust

/// Files with one key as PEM. Links are followed; reading blocks.
enum KeyFile {
    private static let maximumBytes = 64 << 10

    /// A public key.
    ///
    /// Throws ``TrustError/unreadableKey(path:reason:)`` or ``TrustError/badKey(path:_:)``, as the other one does.
    static func verifying(_ path: String) throws(TrustError) -> VerifyingKey {
        let pem = try read(path)
        do throws(KeyError) { return try VerifyingKey(pem: pem) } catch { throw .badKey(path: path, error) }
    }

    /// A private key, to sign with.
    static func signing(_ path: String) throws(TrustError) -> SigningKey {
        var pem = try read(path)
        do throws(KeyError) { return try SigningKey.reading(clearing: &pem) } catch {
            throw .badKey(path: path, error)
        }
    }

    private static func read(_ path: String) throws(TrustError) -> [UInt8] {
        do throws(TextFile.Problem) {
            return try TextFile.read(path, limit: maximumBytes)
        } catch {
            throw .unreadableKey(path: path, reason: error.description)
        }
    }
}
