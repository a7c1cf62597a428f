public import SyncCore

/// An archive that arrived whole.
public struct Download: Sendable, Equatable {
    /// The file's name in the folder for partial downloads.
    public let name: String
    public let size: Int64
    /// Only when the request names one.
    public let md5: Digest?
    public let sha256: Digest
    /// Bytes of bodies and headers that came over the wire in this call, retries included.
    public let downloadedBytes: Int64
    /// Bytes of an earlier call that were kept.
    public let resumedFrom: Int64
    /// Whether the request names a digest; then the bytes have it.
    public let isVerified: Bool
}
