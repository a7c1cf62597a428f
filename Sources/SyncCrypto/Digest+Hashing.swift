public import SyncCore

extension Digest {
    /// The SHA-256 of all of these bytes.
    public init(sha256Of bytes: UnsafeRawBufferPointer) {
        var hasher = ContentHasher(.sha256)
        hasher.update(bytes)
        self = hasher.finish()
    }

    public init(sha256Of bytes: [UInt8]) {
        self = bytes.withUnsafeBytes { Digest(sha256Of: $0) }
    }

    /// Of the text in UTF-8.
    public init(sha256Of text: String) {
        var text = text
        self = text.withUTF8 { Digest(sha256Of: UnsafeRawBufferPointer($0)) }
    }
}
