/// What is known about the bytes an installed tree came from.
public struct ArchiveDigests: Sendable, Hashable {
    public var md5: Digest?
    public var sha256: Digest?

    public init(md5: Digest? = nil, sha256: Digest? = nil) {
        self.md5 = md5
        self.sha256 = sha256
    }

    /// Whether an offer with these digests is another archive than the one that `installed` came from: the bytes differ,
    /// or nobody can tell because no algorithm is known on both sides.
    public func isAnother(than installed: ArchiveDigests) -> Bool {
        if contradicts(installed) { return true }
        let isKnown = md5 != nil && installed.md5 != nil || sha256 != nil && installed.sha256 != nil
        return !isKnown && (md5 != nil || sha256 != nil)
    }

    /// Whether the two speak of different bytes: some algorithm is known on both sides and differs.
    public func contradicts(_ other: ArchiveDigests) -> Bool {
        func differ(_ left: Digest?, _ right: Digest?) -> Bool {
            if let left, let right { left != right } else { false }
        }
        return differ(md5, other.md5) || differ(sha256, other.sha256)
    }
}
