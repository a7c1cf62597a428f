import SyncCore
import Synchronization

/// Collects the end of a file in memory.
final class TailSink: ReplySink {
    private struct State {
        var range: ByteRange?
        var size: Int64 = 0
        var bytes: [UInt8] = []
        var failure: TransferError?
    }

    private let count: Int64
    private let url: SafeURL
    private let state = Mutex(State())

    init(_ count: Int64, url: SafeURL) {
        self.count = count
        self.url = url
    }

    /// Why a reply that came whole is of no use.
    var failure: TransferError? { state.withLock { $0.failure } }

    func begin(_ head: ReplyHead) throws(TransferError) -> BodyVerdict {
        state.withLock { state in
            switch head.status {
            case 206:
                // Only the end of a file whose size is said is known to be its end.
                guard head.contentEncoding == nil, case .part(let first, let last, let total?)? = head.contentRange,
                    last == total - 1, let range = ByteRange(offset: first, length: last - first + 1),
                    range.length <= count
                else {
                    state.failure = .noRanges(url: url.description)
                    return .drop
                }
                state.range = range
                state.size = total
                return .take
            case 200, 416: state.failure = .noRanges(url: url.description)
            case 407: state.failure = .proxy(status: 407)
            default: state.failure = .status(head.status, url: url.description)
            }
            return .drop
        }
    }

    func take(_ bytes: UnsafeRawBufferPointer) throws(TransferError) {
        try state.withLock { state throws(TransferError) in
            guard let range = state.range, Int64(state.bytes.count + bytes.count) <= range.length else {
                throw .badReply(host: url.description, reason: "more than its range")
            }
            state.bytes.append(contentsOf: bytes)
        }
    }

    func settle(isEnd: Bool) throws(TransferError) {}

    func tail(wireBytes: Int64) throws(TransferError) -> RemoteTail {
        try state.withLock { state throws(TransferError) in
            guard let range = state.range, Int64(state.bytes.count) == range.length else {
                throw .closedEarly(missing: nil)
            }
            return RemoteTail(bytes: state.bytes, offset: range.offset, size: state.size, wireBytes: wireBytes)
        }
    }
}
