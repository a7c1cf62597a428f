/// One way to misbehave. Several go together; positions count bytes of the body.
public enum LoopbackFault: Sendable {
    // The connection.
    /// The connection ends after so many bytes of the body, with or without a TCP reset.
    case cut(after: Int, reset: Bool = false)
    /// Silence after so many bytes of the body, until the other side leaves.
    case stall(after: Int)
    /// Silence before the head.
    case silence
    case slow(bytesPerSecond: Int)
    /// The connection ends instead of a reply.
    case noReply
    /// These bytes instead of a reply, then the end.
    case garbage(String)
    /// The connection ends after the reply, though nothing said so.
    case close
    case http10
    /// So many bytes after the declared end.
    case trailing(Int)

    // The head.
    case status(Int, body: String = "", fields: [String: String] = [:])
    case redirect(Int, to: String)
    /// One field more, or another value for one.
    case field(String, String)
    /// `103 Early Hints` first.
    case earlyHints
    /// The length in the head is off by this.
    case length(off: Int)
    /// No length: the end of the connection is the end of the body.
    case noLength
    case chunked(cutAfter: Int? = nil)

    // What is there.
    /// Other bytes under the same address.
    case bytes([UInt8])
    case etag(String?)
    case lastModified(String?)
    case page(String, type: String = "text/html; charset=utf-8")

    // Ranges.
    /// 200 with everything, whatever was asked.
    case noRanges
    /// Ranges are answered whatever `If-Range` says.
    case ignoreIfRange
    /// 416 to every range, with this `Content-Range`.
    case unsatisfiable(contentRange: String?)
    /// 206 with everything from the first byte.
    case whole206
    /// 206 with at most so many bytes.
    case short206(Int)
    /// 206 whose `Content-Range` says this, or is missing.
    case contentRange(String?)
    /// The status of a whole for a part.
    case part200
}
