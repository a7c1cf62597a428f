import SyncCore
import Synchronization

/// Puts the body of one reply into a partial, as ``Reply`` decides.
final class ArchiveSink: ReplySink {
    fileprivate struct State {
        var head: ReplyHead?
        var action: Reply.Action?
        var end: Int64?
        var meter: ProgressMeter
    }

    private let partial: PartialFile
    private let asked: Resume
    private let request: DownloadRequest
    private let charge: Charge?
    private let progress: @Sendable (DownloadProgress) -> Void
    private let state: Mutex<State>

    init(
        _ partial: PartialFile, asked: Resume, request: DownloadRequest, charge: Charge?,
        meter: ProgressMeter, progress: @escaping @Sendable (DownloadProgress) -> Void
    ) {
        self.partial = partial
        self.asked = asked
        self.request = request
        self.charge = charge
        self.progress = progress
        state = Mutex(State(meter: meter))
    }

    /// What the reply meant; nil before there was one.
    var action: Reply.Action? { state.withLock { $0.action } }
    /// Where the rate goes on in the next attempt.
    var meter: ProgressMeter { state.withLock { $0.meter } }
    /// Size of the file after this reply, where it is known.
    var end: Int64? { state.withLock { $0.end } }

    func begin(_ head: ReplyHead) throws(TransferError) -> BodyVerdict {
        let action = Reply.action(to: head, asked: asked, for: request)
        state.withLock {
            $0.head = head
            $0.action = action
        }
        switch action {
        case .append(let end, let total):
            try charge?.begin(head.bodyLength)
            state.withLock { $0.end = end }
            partial.learn(total: total)
            return .take
        case .startOver(let record):
            // Before anything is dropped.
            try charge?.begin(head.bodyLength)
            state.withLock { $0.end = record.total }
            try partial.startOver(record)
            return .take
        case .askWhole, .complete, .fail, .redirect:
            return .drop
        }
    }

    func take(_ bytes: UnsafeRawBufferPointer) throws(TransferError) {
        let size = partial.received + Int64(bytes.count)
        if size > request.limit { throw .tooLarge(limit: request.limit, promised: nil) }
        if let expected = request.size, size > expected { throw .sizeMismatch(expected: expected, got: size) }
        if let end, size > end { throw .sizeMismatch(expected: end, got: size) }
        try charge?.take(bytes.count)
        try partial.append(bytes)
        let now = Self.now
        let report: DownloadProgress? = state.withLock { state in
            guard state.meter.add(Int64(bytes.count), now: now) else { return nil }
            return DownloadProgress(
                done: size, total: request.size ?? state.total, bytesPerSecond: state.meter.rate(now: now))
        }
        if let report { progress(report) }
    }

    func settle(isEnd: Bool) throws(TransferError) {
        if let first = partial.firstBytes {
            guard !first.isEmpty, isEnd || first.count >= FirstWords.enough else { return }
            if let head = state.withLock({ $0.head }), let problem = FirstWords.problem(first, head: head) {
                partial.dropPending()
                throw problem
            }
        }
        try partial.flush()
    }

    /// Since a moment that is the same for the whole process.
    static var now: Duration { ContinuousClock.now - start }
    private static let start = ContinuousClock.now
}

extension ArchiveSink.State {
    fileprivate var total: Int64? {
        switch action {
        case .append(_, let total): total
        case .startOver(let record): record.total
        default: nil
        }
    }
}
