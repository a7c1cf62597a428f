import SyncCore

/// What the next request for an archive asks, decided from what is kept of it.
struct Resume: Sendable, Equatable {
    /// Bytes on disk.
    let kept: Int64
    /// What they are the beginning of; nil when that is not known.
    let record: ResumeRecord?

    /// Whether only the rest is asked for: there has to be a beginning, and a validator that guards it.
    var asksRange: Bool { kept > 0 && record?.validator != nil }

    /// Whether nothing needs to be asked.
    var isComplete: Bool { kept > 0 && record?.total == kept }

    /// Request fields (RFC 9110, sections 14.2 and 13.1.5).
    var fields: [(name: String, value: String)] {
        guard asksRange, let validator = record?.validator else { return [] }
        return [("Range", "bytes=\(kept)-"), ("If-Range", validator.text)]
    }
}
