/// Some bytes of a file that follow each other. Never empty, and its end always fits.
public struct ByteRange: Sendable, Hashable {
    /// Of the first byte.
    public let offset: Int64
    /// Above 0.
    public let length: Int64

    /// Nil for an empty range, a negative offset, and an end that no file can have.
    public init?(offset: Int64, length: Int64) {
        guard offset >= 0, length > 0, offset <= .max - length else { return nil }
        self.offset = offset
        self.length = length
    }

    /// The offset of the first byte after it.
    public var end: Int64 { offset + length }

    /// `first-last`, as `Range` spells it (RFC 9110, section 14.1.2).
    var spelling: String { "\(offset)-\(end - 1)" }
}
