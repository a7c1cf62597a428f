import SyncCore
import SyncPlatform

/// The attempts at one address: asks, judges and asks again until the archive is whole or hope is gone. All decisions are made by ``Resume``, ``Reply`` and ``RetryDecision``.
struct DownloadPass {
    private let loop: TransferLoop
    private let partial: PartialFile
    private let request: DownloadRequest
    private let lane: Lane
    private let progress: @Sendable (DownloadProgress) -> Void
    private var retry: RetryDecision
    private var meter = ProgressMeter(now: ArchiveSink.now)
    private var contentAttempts = TransferLoop.attemptsAtContent
    /// Bytes of all attempts so far, those at other addresses included.
    private let received: ByteCount
    /// Whether another address is left to ask.
    private let hasMirror: Bool
    /// The most that was ever kept in this call; only more than that is progress.
    private var most: Int64

    init(
        _ loop: TransferLoop, _ partial: PartialFile, _ request: DownloadRequest, _ lane: Lane, hasMirror: Bool,
        _ received: ByteCount, _ progress: @escaping @Sendable (DownloadProgress) -> Void
    ) {
        self.loop = loop
        self.partial = partial
        self.request = request
        self.lane = lane
        self.hasMirror = hasMirror
        self.received = received
        self.progress = progress
        retry = RetryDecision(retries: loop.settings.retries)
        most = partial.resume.kept
    }

    /// Whether anything will show that bytes are missing at the end.
    private var isChecked: Bool { request.hasDigest || request.size != nil }

    mutating func run() async throws(TransferError) -> Download {
        var isWhole = partial.resume.isComplete
        while true {
            if isWhole {
                do throws(TransferError) {
                    return try await verified()
                } catch {
                    try await startAfresh(error)
                }
            }
            isWhole = try await attempt()
        }
    }

    /// One request with its redirects. True when all bytes are here.
    private mutating func attempt() async throws(TransferError) -> Bool {
        let resume = partial.resume.at(request)
        let charge = try loop.allowance?.charge(expecting: resume.remaining(of: request))
        let sink = ArchiveSink(
            partial, asked: resume, request: request, charge: charge, meter: meter, progress: progress)
        let (outcome, _) = await loop.ask(request.url, fields: resume.fields, acceptsGzip: false, sink: sink)
        charge?.settle(spent: outcome.wireBytes)
        received.add(outcome.wireBytes)
        meter = sink.meter
        if let failure = outcome.failure {
            if case .sizeMismatch = failure {
                try await startAfresh(failure)
            } else {
                try await again(failure, outcome.head)
            }
            return false
        }
        switch sink.action {
        case .complete: return true
        case .append(let end?, total: nil) where partial.resume.kept == end && !isChecked:
            // Nobody said that this is the end of the whole. The next answer does: 416 with our size.
            return false
        case .append, .startOver:
            let kept = partial.resume.kept
            guard let end = sink.end, kept < end else { return try await ended(outcome.head) }
            // A clean end before the end: the server cut the range short.
            try await again(.closedEarly(missing: end - kept), outcome.head)
            return false
        case .askWhole(let reason):
            loop.logger.log(
                .info, "transfer.start-over", [.init("url", request.url), .init("reason", reason.rawValue)])
            // At once and uncounted: without a range it cannot be answered like this again.
            try await discard()
            return false
        case .fail(.sizeMismatch(let expected, let got)):
            try await startAfresh(.sizeMismatch(expected: expected, got: got))
            return false
        case .fail(let failure):
            try await again(failure, outcome.head)
            return false
        case .redirect, nil: throw .noReply(host: request.url.description)
        }
    }

    /// The reply ended where it said it would, or where the connection did.
    private mutating func ended(_ head: ReplyHead?) async throws(TransferError) -> Bool {
        let resume = partial.resume
        guard resume.kept > 0 else { throw .emptyBody(url: request.url.description) }
        if let total = resume.record?.total, resume.kept < total {
            try await again(.closedEarly(missing: total - resume.kept), head)
            return false
        }
        return true
    }

    /// The result, when every promise is kept.
    private func verified() async throws(TransferError) -> Download {
        let (partial, request, wireBytes) = (partial, request, received.value)
        let download =
            if partial.isHashed {
                try partial.verified(for: request, downloadedBytes: wireBytes)
            } else {
                try await lane.run { () throws(TransferError) in
                    try partial.verified(for: request, downloadedBytes: wireBytes)
                }
            }
        progress(
            DownloadProgress(
                done: download.size, total: download.size, bytesPerSecond: meter.rate(now: ArchiveSink.now)))
        return download
    }

    /// Throws the bytes away: they are not what was promised.
    private mutating func startAfresh(_ failure: TransferError) async throws(TransferError) {
        try await discard()
        contentAttempts -= 1
        guard contentAttempts > 0 else { throw failure }
        most = 0
        loop.logger.log(.info, "transfer.start-afresh", [.init("url", request.url), .init("error", failure.summary)])
    }

    private func discard() async throws(TransferError) {
        let partial = partial
        try await lane.run { () throws(TransferError) in try partial.discard() }
    }

    /// Waits before the next attempt, or gives up.
    private mutating func again(_ failure: TransferError, _ head: ReplyHead?) async throws(TransferError) {
        let kept = partial.resume.kept
        let progressed = kept > most
        most = max(most, kept)
        // Another download has waited for this server already.
        if hasMirror, failure.condemnsOrigin, loop.isTroubled(request.url) { throw failure }
        try await loop.pauseOrGiveUp(&retry, failure, head: head, progressed: progressed)
    }
}
