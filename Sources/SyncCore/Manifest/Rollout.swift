/// A version that only a share of all machines takes yet.
///
/// Which ones is decided by each machine for itself, from the seed and its own id: nobody has to know them. A machine
/// that takes part goes on doing so while the seed stays and the share does not fall.
public struct Rollout: Sendable, Hashable {
    public let share: Share
    /// Another seed chooses other machines.
    public let seed: String
    /// Before it nobody takes part.
    public let start: Timestamp?

    public init(share: Share, seed: String, start: Timestamp? = nil) {
        self.share = share
        self.seed = seed
        self.start = start
    }

    /// Whether a machine takes part.
    ///
    /// - Parameters:
    ///   - position: SHA-256 of the seed and, right after it, the machine's id, both as UTF-8.
    ///   - now: The time by the machine's clock.
    /// - Returns: Whether the position, as a fraction of 2^256, is below the share. Exact, without rounding.
    public func includes(_ position: Digest, at now: Timestamp) -> Bool {
        if let start, now < start { return false }
        // The carry out of position × 10 000 is the position in hundredths of a percent, rounded down.
        var carry = 0
        for byte in position.bytes.reversed() { carry = (Int(byte) * 10_000 + carry) >> 8 }
        return carry < share.hundredths
    }

    /// What is said of a game that waits: `waiting for rollout (25%)`.
    public func words(at now: Timestamp) -> String {
        if let start, now < start { return "waiting for rollout (\(share) from \(start) on)" }
        return "waiting for rollout (\(share))"
    }
}

extension Rollout {
    /// Reads `{"percent": 25, "seed": "…", "start": "2026-01-02T03:04:05Z"}`; `start` may be missing.
    init(_ json: JSON) throws(EntryError) {
        guard case .object = json else { throw .rollout("is \(json.kind), not an object") }
        guard case .number(let text)? = json["percent"] else { throw .rollout("has no `percent`, a number") }
        do { share = try Share(text + "%") } catch {
            throw .rollout("has the `percent` `\(quoted(text, limit: 20))`, not 0 to 100 with at most two decimals")
        }
        guard let seed = json["seed"]?.text else { throw .rollout("has no `seed`, a string") }
        self.seed = seed
        switch json["start"] {
        case nil, .null: start = nil
        case .string(let text):
            guard let moment = Timestamp(text) else {
                throw .rollout("has the `start` `\(quoted(text, limit: 40))`, which is no time as in RFC 3339")
            }
            start = moment
        case let other?: throw .rollout("has a `start` that is \(other.kind), not a string")
        }
    }
}
