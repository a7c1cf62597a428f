import SyncCore

/// What the next request for an archive asks, decided from what is kept of it.
struct Resume: Sendable, Equatable {
    /// Bytes on disk.
    let kept: Int64
    /// What they are the beginning of; nil when that is not known.
    let record: ResumeRecord?
    /// Whether the bytes came from another address and a promised digest decides whether the rest fits. Then the
    /// validator, which is the other server's word, is not sent and does not count.
    var isByDigest = false

    /// Whether only the rest is asked for: there has to be a beginning, and something that guards it.
    var asksRange: Bool { kept > 0 && record != nil && (isByDigest || record?.validator != nil) }

    /// Whether nothing needs to be asked.
    var isComplete: Bool { kept > 0 && record?.total == kept }

    /// Request fields (RFC 9110, sections 14.2 and 13.1.5).
    var fields: [(name: String, value: String)] {
        guard asksRange else { return [] }
        guard !isByDigest, let validator = record?.validator else { return [("Range", "bytes=\(kept)-")] }
        return [("Range", "bytes=\(kept)-"), ("If-Range", validator.text)]
    }

    /// The same for an address. Where it is not the one that the bytes came from, a promised digest and a known size
    /// allow going on; two servers with one size and other bytes are found out at the end.
    func at(_ request: DownloadRequest) -> Resume {
        var resume = self
        resume.isByDigest =
            request.hasDigest && (record?.total ?? request.size) != nil && record?.isOf(request.url) == false
        return resume
    }

    /// Bytes that are still to come, where that is known.
    func remaining(of request: DownloadRequest) -> Int64? {
        guard let total = request.size ?? record?.total else { return nil }
        let (left, _) = total.subtractingReportingOverflow(asksRange ? kept : 0)
        return max(0, left)
    }
}
