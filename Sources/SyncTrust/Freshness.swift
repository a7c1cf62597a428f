public import SyncCore

/// What is remembered so that nobody can serve an old manifest as a new one.
public struct Freshness: Sendable, Equatable {
    /// Of the manifest that was accepted last.
    public var sequence: Int64?
    /// The newest time that an accepted manifest was signed at. No clock may stand before it.
    public var newestSigned: Timestamp?

    public init(sequence: Int64? = nil, newestSigned: Timestamp? = nil) {
        self.sequence = sequence
        self.newestSigned = newestSigned
    }

    /// The later of the clock and the newest signed time: a clock that was set back, or was never set, revives nothing.
    public func latest(clock: Timestamp) -> Timestamp { max(clock, newestSigned ?? clock) }

    /// Refuses what has expired.
    public func check(expires: Timestamp?, clock: Timestamp) throws(TrustError) {
        let latest = latest(clock: clock)
        if let expires, expires < latest { throw .expired(at: expires, latest: latest, clock: clock) }
    }

    /// What is to be remembered when this manifest is accepted.
    ///
    /// A sequence never falls; a signed manifest may not leave it out either, or an old one without it would pass. Only
    /// a signed manifest's `generated` counts as a signed time.
    public func accepting(_ manifest: Manifest, isSigned: Bool, clock: Timestamp) throws(TrustError) -> Freshness {
        if let last = sequence {
            if let offered = manifest.sequence, offered < last { throw .rollback(sequence: offered, last: last) }
            if manifest.sequence == nil, isSigned { throw .noSequence(last: last) }
        }
        var next = self
        next.sequence = manifest.sequence ?? sequence
        if isSigned, let generated = manifest.generated { next.newestSigned = latest(clock: generated) }
        try next.check(expires: manifest.expires, clock: clock)
        return next
    }
}
