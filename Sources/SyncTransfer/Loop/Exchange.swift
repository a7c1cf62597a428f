import CCurl

/// One request and its reply while curl works on them. Lives on the loop's thread.
final class Exchange {
    /// More than this is not read only to keep a connection.
    private static let mostDropped: Int64 = 65_536

    let order: Order
    let easy: EasyHandle
    /// Why we ended it ourselves.
    private(set) var refusal: TransferError?
    /// When the server last did something; the connection itself has its own limit.
    private(set) var lastByte: ContinuousClock.Instant
    private var parser = HeadParser()
    private var head: ReplyHead?
    private var verdict: BodyVerdict?
    private var bodyBytes: Int64 = 0
    private var dropped: [UInt8] = []
    private var isUnsettled = false
    private var isPaused = false
    private let gate: RateGate?

    init(_ order: Order, _ easy: EasyHandle, _ settings: TransferSettings, _ gate: RateGate?) {
        self.order = order
        self.gate = gate
        self.easy = easy
        lastByte = .now
        easy.prepare(order.ask, settings)
        let tag = Unmanaged.passUnretained(self).toOpaque()
        easy.set(CURLOPT_PRIVATE, tag)
        easy.set(CURLOPT_HEADERDATA, tag)
        easy.set(CURLOPT_WRITEDATA, tag)
        easy.set(CURLOPT_HEADERFUNCTION) { bytes, size, count, tag in
            Exchange.of(tag)?.takeLine(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
        }
        easy.set(CURLOPT_WRITEFUNCTION) { bytes, size, count, tag in
            Exchange.of(tag)?.takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
        }
    }

    /// The exchange that a pointer handed to curl stands for. The loop keeps it alive as long as curl has it.
    static func of(_ tag: UnsafeMutableRawPointer?) -> Exchange? {
        tag.map { Unmanaged<Exchange>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Bytes taken, or another number to end the exchange.
    private func takeLine(_ line: UnsafeRawBufferPointer) -> Int {
        lastByte = .now
        guard let head = parser.add(line) else { return line.count }
        // Trailers of a chunked body come here too; there is one head only.
        guard self.head == nil else { return line.count }
        self.head = head
        guard !head.isRedirect else {
            verdict = .drop
            return line.count
        }
        do throws(TransferError) {
            verdict = try order.sink.begin(head)
            return line.count
        } catch {
            refusal = error
            return line.count == 0 ? 1 : 0
        }
    }

    private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        let stop = bytes.count == 0 ? 1 : 0
        bodyBytes += Int64(bytes.count)
        guard case .take = verdict else {
            if order.ask.s3 != nil { dropped += bytes.prefix(max(0, S3Problem.enough - dropped.count)) }
            // Time of last activity stays that of the head: a page that drips is not worth waiting for.
            return bodyBytes <= Self.mostDropped ? bytes.count : stop
        }
        lastByte = .now
        if let gate {
            guard gate.opening == nil else {
                // curl hands over the same bytes again when it goes on.
                isPaused = true
                bodyBytes -= Int64(bytes.count)
                return Int(CURL_WRITEFUNC_PAUSE)
            }
            gate.count(bytes.count)
        }
        do throws(TransferError) {
            try order.sink.take(bytes)
            isUnsettled = true
            return bytes.count
        } catch {
            refusal = error
            return stop
        }
    }

    /// Goes on reading after the rate gate has opened.
    func unpause() {
        guard isPaused else { return }
        isPaused = false
        easy.unpause()
    }

    /// Whether the server has been silent since `moment`, connected and asked.
    func isSilent(since moment: ContinuousClock.Instant) -> Bool {
        guard lastByte <= moment else { return false }
        // Nobody can blame the server for our own silence, and the connection has a limit of its own.
        if isPaused || head == nil && easy.offset(CURLINFO_PRETRANSFER_TIME_T) == 0 {
            lastByte = .now
            return false
        }
        return true
    }

    /// After each round of curl's work. False when the exchange has to end.
    func settle(isEnd: Bool = false) -> Bool {
        guard isEnd || isUnsettled, refusal == nil, case .take = verdict else { return refusal == nil }
        isUnsettled = false
        do throws(TransferError) {
            try order.sink.settle(isEnd: isEnd)
            return true
        } catch {
            refusal = error
            return false
        }
    }

    /// The outcome when curl is done with it, or when `failure` ended it.
    func outcome(_ code: CURLcode, _ settings: TransferSettings, failure: TransferError? = nil) -> Outcome {
        _ = settle(isEnd: true)
        let missing = head?.bodyLength.map { $0 - bodyBytes }.flatMap { $0 > 0 ? $0 : nil }
        var result = Outcome(failure: failure == .cancelled ? failure : refusal ?? failure, head: head)
        if case .drop = verdict {
            // How a body ended that nobody wants is no news.
            if result.failure != .cancelled { result.failure = nil }
        } else if result.failure == nil {
            result.failure = TransferError(code, easy, origin: order.ask.origin, settings: settings, missing: missing)
        }
        if case .proxy? = result.failure { result.head = nil }
        result.dropped = dropped
        result.wireBytes = easy.offset(CURLINFO_SIZE_DOWNLOAD_T) + Int64(easy.int(CURLINFO_HEADER_SIZE))
        return result
    }
}

/// An exchange that waits for its turn, and who waits for its outcome.
struct Order: Sendable {
    let id: UInt64
    let ask: Ask
    let sink: any ReplySink
    let continuation: CheckedContinuation<Outcome, Never>
}
