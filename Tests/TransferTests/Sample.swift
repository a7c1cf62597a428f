import SyncCore

/// Bytes that begin like a zip and are random after that; their digests were computed with `md5sum` and `sha256sum`.
struct Sample: Sendable {
    let bytes: [UInt8]
    let md5: Digest?
    let sha256: Digest?

    static let first = Sample(
        seed: 1, md5: "159a6f6522b987bb2ea2357ccf89e226",
        sha256: "4bd66a8f5134eeee91921a83c29c0b91930c2f009a32bd86be40bfecec621046")
    static let second = Sample(
        seed: 2, md5: "c31ec225c561e4fb6073f5a4b99f6c7f",
        sha256: "cc583424278413e69e91ba27732f86c23a71f79257a46b858cf1a737fa89e650")

    private init(seed: UInt64, md5: String, sha256: String) {
        bytes = Self.noise(100_000, seed: seed)
        self.md5 = Digest(.md5, hex: md5)
        self.sha256 = Digest(.sha256, hex: sha256)
    }

    /// Blocks of ``noise(_:seed:)``, each with its number in front: quick to make, and no two places are alike.
    static func large(blocks: Int) -> [UInt8] {
        let block = noise(16_384)
        var bytes = block
        bytes.reserveCapacity(blocks * block.count)
        for number in 1..<blocks {
            bytes += withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) }
            bytes += block.dropFirst(8)
        }
        return bytes
    }

    /// `PK` and so on, then the high bytes of a linear congruence.
    static func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var bytes: [UInt8] = Array("PK\u{3}\u{4}".utf8)
        bytes.reserveCapacity(count)
        var state = seed
        while bytes.count < count {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            bytes.append(UInt8(truncatingIfNeeded: state >> 56))
        }
        return bytes
    }
}
