public import SyncCore

/// What unpacking made, as it is on disk.
public struct ExtractedFile: Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
        case file, link, directory
    }

    public let path: String
    public let kind: Kind
    /// Bytes of a file; 0 otherwise.
    public let size: Int64
    /// Permission bits as they are on disk, the umask included; 0o777 for a link.
    public let mode: UInt32
    /// Of a file.
    public let sha256: Digest?
    /// Of a link.
    public let linkTarget: String?

    public init(path: String, kind: Kind, size: Int64, mode: UInt32, sha256: Digest?, linkTarget: String?) {
        self.path = path
        self.kind = kind
        self.size = size
        self.mode = mode
        self.sha256 = sha256
        self.linkTarget = linkTarget
    }
}
