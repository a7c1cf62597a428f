import SyncCore
import SyncTrust

extension ManifestRecord {
    /// What is said some time before the manifest expires, and after; nil when there is nothing to say.
    func expiryWarning(_ trust: Config.Trust, at clock: Timestamp) -> String? {
        guard let expires else { return nil }
        let latest = Freshness(newestSigned: self.trust?.newestSigned).latest(clock: clock)
        if expires < latest {
            return "the manifest expired at \(expires): no update comes before there is a fresh one"
        }
        guard expires <= latest.advanced(by: trust.expiryWarning.components.seconds) else { return nil }
        return "the manifest expires at \(expires): no update comes afterwards unless there is a fresh one"
    }
}
