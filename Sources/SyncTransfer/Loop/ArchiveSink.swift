import SyncCore
import Synchronization

/// Puts the body of one reply into a partial, as ``Reply`` decides.
final class ArchiveSink: ReplySink {
    fileprivate struct State {
        var action: Reply.Action?
        var end: Int64?
        var meter: ProgressMeter
        /// A new archive that has not begun yet: what is kept stays until its first bytes have been judged, for a page
        /// of the network in its place must not cost what came before.
        var beginning: Beginning?
    }

    fileprivate struct Beginning {
        let head: ReplyHead
        let record: ResumeRecord
        var bytes: [UInt8] = []
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
        state.withLock { $0.action = action }
        switch action {
        case .append(let end, let total):
            try charge?.begin(head.bodyLength)
            state.withLock { $0.end = end }
            partial.learn(total: total)
            return .take
        case .startOver(let record):
            // Before anything is dropped.
            try charge?.begin(head.bodyLength)
            state.withLock {
                $0.end = record.total
                $0.beginning = Beginning(head: head, record: record)
            }
            return .take
        case .askWhole, .complete, .fail, .redirect:
            return .drop
        }
    }

    func take(_ bytes: UnsafeRawBufferPointer) throws(TransferError) {
        let size =
            (state.withLock { $0.beginning.map { Int64($0.bytes.count) } } ?? partial.received) + Int64(bytes.count)
        if size > request.limit { throw .tooLarge(limit: request.limit, promised: nil) }
        if let expected = request.size, size > expected { throw .sizeMismatch(expected: expected, got: size) }
        if let end, size > end { throw .sizeMismatch(expected: end, got: size) }
        try charge?.take(bytes.count)
        let isHeldBack = state.withLock { state in
            state.beginning?.bytes.append(contentsOf: bytes)
            return state.beginning != nil
        }
        if isHeldBack { try begin(isEnd: false) } else { try partial.append(bytes) }
        let now = Self.now
        let report: DownloadProgress? = state.withLock { state in
            guard state.meter.add(Int64(bytes.count), now: now) else { return nil }
            return DownloadProgress(
                done: size, total: request.size ?? state.total, bytesPerSecond: state.meter.rate(now: now))
        }
        if let report { progress(report) }
    }

    func settle(isEnd: Bool) throws(TransferError) {
        try begin(isEnd: isEnd)
        try partial.flush()
    }

    /// Drops what is kept and begins the new archive, once its first bytes may be those of one.
    private func begin(isEnd: Bool) throws(TransferError) {
        let beginning = state.withLock { state -> Beginning? in
            guard let beginning = state.beginning, isEnd || beginning.bytes.count >= FirstWords.enough else {
                return nil
            }
            state.beginning = nil
            return beginning
        }
        guard let beginning else { return }
        if !beginning.bytes.isEmpty, let problem = FirstWords.problem(beginning.bytes, head: beginning.head) {
            throw problem
        }
        try partial.startOver(beginning.record)
        try beginning.bytes.span.withUnsafeBytes { bytes throws(TransferError) in try partial.append(bytes) }
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
