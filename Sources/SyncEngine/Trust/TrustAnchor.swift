import SyncCore
import SyncCrypto
import SyncTrust

/// The keys that the operator trusts, from the files of the configuration. They are read anew by each run.
struct TrustAnchor: Sendable {
    let keys: KeySet
    /// Stands for these keys and their threshold in the state.
    let fingerprint: String

    /// nil when no keys are set. Blocks; links are followed.
    ///
    /// Throws ``TrustError/unreadableKey(path:reason:)`` or ``TrustError/badKey(path:_:)``: a key that is missing is never
    /// made up for by the others.
    init?(_ config: Config.Trust) throws(TrustError) {
        guard !config.keys.isEmpty else { return nil }
        var keys: [VerifyingKey] = []
        for path in config.keys { keys.append(try KeyFile.verifying(path)) }
        self.keys = KeySet(keys, threshold: config.threshold)
        fingerprint = self.keys.fingerprint.hex
    }

    /// What earlier manifests proved under these same keys of the configuration; nil when the operator has changed them
    /// since, or nothing was accepted by them yet.
    func learned(_ record: ManifestRecord?) -> ManifestRecord.Trust? {
        guard let trust = record?.trust, trust.anchor == fingerprint else { return nil }
        return trust
    }

    /// The keys that must have signed now: those that a manifest announced, else those of the configuration.
    func current(_ record: ManifestRecord?) -> KeySet {
        guard let text = learned(record)?.nextKeys, let json = try? JSON(parsing: Array(text.utf8)),
            let keys = try? KeySet(json)
        else { return keys }  // What nobody but this program writes there cannot be read: the operator's word counts.
        return keys
    }
}
