import SyncCore
import Synchronization

/// One call of ``TransferLoop/read(_:into:progress:)``: some workers that each take the next batch of ranges and ask
/// until they have it.
final class RangePass: Sendable {
    private struct State {
        var rest: ArraySlice<ByteRange>
        var identity: RemoteIdentity
        var requests = 0
        var wireBytes: Int64 = 0
    }

    private let loop: TransferLoop
    private let request: RangeRequest
    private let target: any RangeTarget
    private let progress: @Sendable (Int) -> Void
    private let origin: Origin
    private let state: Mutex<State>

    init(
        _ loop: TransferLoop, _ request: RangeRequest, _ target: any RangeTarget,
        _ progress: @escaping @Sendable (Int) -> Void
    ) throws(TransferError) {
        self.loop = loop
        self.request = request
        self.target = target
        self.progress = progress
        origin = try loop.origin(of: request.url)
        let ranges = request.ranges.coalesced(gap: TransferLoop.cheapGap).ranges
        state = Mutex(State(rest: ranges[...], identity: RemoteIdentity(size: request.size)))
    }

    func run() async throws(TransferError) -> RangeReading {
        let isRefused = request.size.map { size in request.ranges.ranges.contains { $0.end > size } } ?? false
        if isRefused { throw .changed(url: request.url.description) }
        // The first request tells what the server copes with, and a validator that guards the others.
        try await fetchNext()
        let outcome = await withTaskGroup(of: TransferError?.self) { group -> TransferError? in
            for _ in 0..<TransferLoop.rangeRequests {
                group.addTask {
                    do throws(TransferError) {
                        while try await self.fetchNext() {}
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            var first: TransferError?
            for await failure in group {
                guard first == nil, let failure else { continue }
                first = failure
                group.cancelAll()
            }
            return first
        }
        if let outcome { throw outcome }
        return state.withLock {
            RangeReading(size: $0.identity.size, requests: $0.requests, wireBytes: $0.wireBytes)
        }
    }

    /// Takes the next batch and asks until all of it is there. False when nothing is left to take.
    @discardableResult
    private func fetchNext() async throws(TransferError) -> Bool {
        let width = loop.rangeWidth(of: origin)
        guard let batch = state.withLock({ RangeBatch.next(of: &$0.rest, width: width) }) else { return false }
        var missing = RangeSet(batch.ranges)
        var retry = RetryDecision(retries: loop.settings.retries)
        while !missing.isEmpty {
            let received = try await ask(for: missing, &retry)
            missing = missing.subtracting(received)
        }
        return true
    }

    /// One request for the first of these ranges; what came of it.
    private func ask(for missing: RangeSet, _ retry: inout RetryDecision) async throws(TransferError) -> RangeSet {
        var rest = missing.ranges[...]
        guard let batch = RangeBatch.next(of: &rest, width: loop.rangeWidth(of: origin)) else { return missing }
        let identity = state.withLock { $0.identity }
        let charge = try loop.allowance?.charge(expecting: RangeSet(batch.ranges).byteCount)
        let sink = RangeSink(
            batch, url: request.url, identity: identity, target: target, charge: charge, report: progress)
        var fields = [("Range", batch.field)]
        // Only a tag: many servers hold a date of the last minute for too weak and send the whole. What a reply says of
        // itself is compared in either case.
        if case .etag(let tag)? = identity.validator { fields.append(("If-Range", tag)) }
        let (outcome, _) = await loop.ask(request.url, fields: fields, acceptsGzip: false, sink: sink)
        charge?.settle(spent: outcome.wireBytes)
        let isOther = state.withLock { state in
            state.requests += 1
            state.wireBytes += outcome.wireBytes
            let learned = sink.identity
            if state.identity.size == nil { state.identity.size = learned.size }
            if state.identity.validator == nil { state.identity.validator = learned.validator }
            return state.identity.size != learned.size && learned.size != nil
        }
        if isOther { throw .changed(url: request.url.description) }
        let received = sink.received
        if let failure = outcome.failure {
            try await loop.pauseOrGiveUp(&retry, failure, head: outcome.head, progressed: !received.isEmpty)
            return received
        }
        switch sink.action {
        case .part, .parts:
            // A clean reply that lacks what was asked for: the server does not do so many.
            let asked = RangeSet(batch.ranges)
            let lacking = asked.subtracting(received)
            guard !lacking.isEmpty else { return received }
            try stepDown(batch, madeProgress: lacking.byteCount < asked.byteCount)
        case .tooMany: try stepDown(batch, madeProgress: false)
        case .changed: throw .changed(url: request.url.description)
        case .fail(let failure):
            try await loop.pauseOrGiveUp(&retry, failure, head: outcome.head, progressed: false)
        case nil: throw .noReply(host: request.url.description)
        }
        return received
    }

    private func stepDown(_ batch: RangeBatch, madeProgress: Bool) throws(TransferError) {
        let isLower = loop.narrowRanges(of: origin, from: batch.ranges.count)
        loop.logger.log(
            .info, "transfer.fewer-ranges", [.init("url", request.url), .init("asked", batch.ranges.count)])
        // One range, and not that: the server does no ranges. What came of a part is a part less to ask for.
        guard isLower || madeProgress else { throw .noRanges(url: request.url.description) }
    }
}
