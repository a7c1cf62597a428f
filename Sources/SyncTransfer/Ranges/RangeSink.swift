import SyncCore
import Synchronization

/// Puts the body of one reply to a request for ranges where it belongs.
final class RangeSink: ReplySink {
    private struct State {
        var action: RangeReply.Action?
        var parts: MultipartRanges?
        var place: Int64 = 0
        var left: Int64 = 0
        var bodyBytes: Int64 = 0
        var received = RangeSet()
        var identity: RemoteIdentity
    }

    private let batch: RangeBatch
    private let url: SafeURL
    private let target: any RangeTarget
    private let charge: Charge?
    private let state: Mutex<State>
    private let report: @Sendable (Int) -> Void

    /// `report` hears of bytes as they come.
    init(
        _ batch: RangeBatch, url: SafeURL, identity: RemoteIdentity, target: any RangeTarget, charge: Charge?,
        report: @escaping @Sendable (Int) -> Void
    ) {
        self.batch = batch
        self.url = url
        self.target = target
        self.charge = charge
        self.report = report
        state = Mutex(State(identity: identity))
    }

    /// What the reply meant; nil before there was one.
    var action: RangeReply.Action? { state.withLock { $0.action } }
    /// What came.
    var received: RangeSet { state.withLock { $0.received } }
    var identity: RemoteIdentity { state.withLock { $0.identity } }

    func begin(_ head: ReplyHead) throws(TransferError) -> BodyVerdict {
        let verdict: BodyVerdict = state.withLock { state in
            var action = RangeReply.action(to: head, identity: state.identity, url: url)
            // A server that sends all from the first byte on does no ranges.
            if case .part(let range) = action, range.length > batch.mostBodyBytes { action = .tooMany }
            state.action = action
            switch action {
            case .part(let range):
                state.place = range.offset
                state.left = range.length
                if case .part(_, _, let total)? = head.contentRange { state.identity.learn(head, total: total) }
                return .take
            case .parts(let type):
                guard let parts = MultipartRanges(contentType: type) else {
                    state.action = .tooMany
                    return .drop
                }
                state.parts = parts
                state.identity.learn(head, total: nil)
                return .take
            case .tooMany, .changed, .fail: return .drop
            }
        }
        if case .take = verdict { try charge?.begin(head.bodyLength) }
        return verdict
    }

    func take(_ bytes: UnsafeRawBufferPointer) throws(TransferError) {
        try charge?.take(bytes.count)
        try state.withLock { state throws(TransferError) in
            state.bodyBytes += Int64(bytes.count)
            guard state.bodyBytes <= batch.mostBodyBytes else { throw strange("more than was asked for") }
            guard var parts = state.parts else {
                guard Int64(bytes.count) <= state.left else { throw strange("more than its range") }
                try put(bytes, at: state.place, &state)
                state.place += Int64(bytes.count)
                state.left -= Int64(bytes.count)
                return
            }
            // Taken out, so that the rest of the state can be changed meanwhile.
            state.parts = nil
            defer { state.parts = parts }
            do {
                try parts.add(bytes) { event, at in
                    switch event {
                    case .part(_, let total):
                        guard state.identity.agrees(withTotal: total) else { throw TransferError.changed(url: words) }
                        if state.identity.size == nil { state.identity.size = total }
                    case .bytes(let offset, let count):
                        try put(UnsafeRawBufferPointer(rebasing: bytes[at..<(at + count)]), at: offset, &state)
                    }
                }
            } catch let error as TransferError {
                throw error
            } catch {
                throw strange("its parts cannot be told apart")
            }
        }
        report(bytes.count)
    }

    func settle(isEnd: Bool) throws(TransferError) {}

    private func put(
        _ bytes: UnsafeRawBufferPointer, at offset: Int64, _ state: inout State
    ) throws(TransferError) {
        guard let range = ByteRange(offset: offset, length: Int64(bytes.count)) else { return }
        guard state.identity.size.map({ range.end <= $0 }) ?? true else { throw strange("bytes beyond the end") }
        try target.put(bytes, at: offset)
        state.received.insert(range)
    }

    private var words: String { url.description }

    private func strange(_ reason: String) -> TransferError {
        .badReply(host: words, reason: "a reply to a request for ranges with \(reason)")
    }
}
