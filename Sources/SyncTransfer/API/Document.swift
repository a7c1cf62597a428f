public import SyncCore

/// What came of asking for a small document.
public enum Document: Sendable {
    /// The server says that the copy named by the validators is still right (RFC 9110, section 15.4.5).
    case notModified
    case body(Body)

    public struct Body: Sendable {
        public let bytes: [UInt8]
        /// Where the bytes came from, after redirects: the base of relative references in them.
        public let finalURL: SafeURL
        /// Byte for byte as received, weak ones too; nil when there is none or it cannot be sent back.
        public let etag: String?
        /// Byte for byte; nil also when it is of the very second of the reply, and so tells nothing.
        public let lastModified: String?
        public let contentType: String?
        public let status: Int
        /// Bytes of bodies and headers that came over the wire, retries included.
        public let wireBytes: Int64
    }
}
