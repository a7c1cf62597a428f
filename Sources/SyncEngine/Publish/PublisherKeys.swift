import SyncCore
import SyncCrypto
import SyncTrust

/// The private keys that sign a site's manifest.
struct PublisherKeys: Sendable {
    private static let mostBytes = 64 << 10

    let keys: [SigningKey]

    /// Blocks.
    init(_ paths: [String]) throws(ArchiveFailure) {
        var keys: [SigningKey] = []
        for path in paths {
            var pem: [UInt8]
            do throws(TextFile.Problem) {
                pem = try TextFile.read(path, limit: Self.mostBytes)
            } catch {
                throw ArchiveFailure(
                    exit: .someFailed, code: "site.key",
                    summary: "the key file `\(path.printable(limit: 200))` cannot be read: \(error.description)",
                    hint: "`assetsync keygen FILE` makes one")
            }
            do throws(KeyError) {
                keys.append(try SigningKey.reading(clearing: &pem))
            } catch {
                throw ArchiveFailure(
                    exit: .someFailed, code: "site.key",
                    summary: "the key file `\(path.printable(limit: 200))` is of no use: \(error.summary)",
                    hint: error.hint)
            }
        }
        self.keys = keys
    }

    var isEmpty: Bool { keys.isEmpty }

    /// Looks whether the manifest may be published with these keys.
    ///
    /// - Returns: Whether it has to be signed anew though nothing in it changes.
    func check(_ manifest: SiteManifest) throws(ArchiveFailure) -> Bool {
        guard let envelope = manifest.envelope else { return !isEmpty }
        guard !isEmpty else {
            throw ArchiveFailure(
                exit: .someFailed, code: "site.unsigning",
                summary: "the site's manifest is signed, and without `--key` it would no longer be",
                hint: "Sign it with `--key FILE`, the private half of the key that clients trust")
        }
        var count = 0
        for key in keys {
            let set = KeySet([key.verifyingKey], threshold: 1)
            do throws(TrustError) {
                _ = try envelope.verified(by: set)
                count += 1
            } catch {
                continue
            }
        }
        guard count > 0 else {
            throw ArchiveFailure(
                exit: .someFailed, code: "site.otherKeys",
                summary:
                    "the site's manifest is signed by none of these keys: signing it would vouch for what others wrote",
                hint: "Check who changed it; to go over to a new key, sign with the old and the new one (`--key` twice)"
            )
        }
        return count < keys.count || envelope.signatures.count > count
    }

    /// The bytes to be served.
    func sign(_ text: String) -> [UInt8] {
        isEmpty ? Array(text.utf8) : Array(Envelope.sign(Array(text.utf8), by: keys).serialized.utf8)
    }
}
