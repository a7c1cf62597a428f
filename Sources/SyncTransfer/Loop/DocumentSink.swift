import Synchronization

/// Collects a small body in memory, up to a limit that holds while reading.
final class DocumentSink: ReplySink {
    private let limit: Int64
    private let bytes = Mutex<[UInt8]>([])

    init(limit: Int64) { self.limit = limit }

    func begin(_ head: ReplyHead) throws(TransferError) -> BodyVerdict {
        guard head.status == 200 else { return .drop }
        if let length = head.bodyLength, length > limit { throw .tooLarge(limit: limit, promised: length) }
        return .take
    }

    func take(_ piece: UnsafeRawBufferPointer) throws(TransferError) {
        try bytes.withLock { bytes throws(TransferError) in
            guard Int64(bytes.count) + Int64(piece.count) <= limit else { throw .tooLarge(limit: limit, promised: nil) }
            bytes.append(contentsOf: piece)
        }
    }

    func settle(isEnd: Bool) throws(TransferError) {}

    /// What was collected; the sink is empty then.
    func collected() -> [UInt8] {
        bytes.withLock { bytes in
            let all = bytes
            bytes = []
            return all
        }
    }
}
