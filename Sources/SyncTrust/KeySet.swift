public import SyncCore
public import SyncCrypto

/// Who must have signed: so many of these keys.
public struct KeySet: Sendable, Equatable {
    /// Different from one another, in the order in which they were given.
    public let keys: [VerifyingKey]
    /// At least 1.
    public let threshold: Int

    /// A key that is given twice counts once.
    public init(_ keys: some Sequence<VerifyingKey>, threshold: Int) {
        var seen: Set<VerifyingKey> = []
        self.keys = keys.filter { seen.insert($0).inserted }
        self.threshold = max(1, threshold)
    }

    /// The digest of keys and threshold: two sets of the same keys have the same, in whatever order.
    public var fingerprint: Digest {
        let lines = keys.map(\.fingerprint.hex).sorted() + [String(threshold)]
        return Digest(sha256Of: lines.joined(separator: "\n"))
    }
}
