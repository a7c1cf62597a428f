public import SyncCore
import Synchronization

/// Bytes from addresses: one curl loop on a thread of its own. Its connections serve all games.
public final class TransferLoop: Sendable {
    let settings: TransferSettings
    let logger: Logger
    let scope: Origin?
    private let thread: LoopThread
    private let received = Atomic<Int64>(0)
    /// How many ranges the servers met so far cope with.
    private let ladders = Mutex<[Origin: RangeLadder]>([:])

    /// - Throws: ``TransferError/setting(_:problem:)`` when curl or the thread cannot be started, or when a setting
    ///   cannot be sent.
    public init(_ settings: TransferSettings, logger: Logger) throws(TransferError) {
        try settings.check()
        self.settings = settings
        self.logger = logger
        scope = if let url = settings.credentialScope, url.scheme != .file { try Origin(url) } else { nil }
        thread = try LoopThread(settings)
        try thread.start()
    }

    /// Bytes of bodies and headers that came over the wire so far, those of failed transfers included.
    public var receivedBytes: Int64 { received.load(ordering: .relaxed) }

    deinit { thread.stop() }

    /// Ends the thread soon. What is under way, and what comes later, ends as ``TransferError/cancelled``.
    public func stop() { thread.stop() }

    /// Asks once, following redirects. The outcome's head is that of the last address.
    func ask(
        _ original: SafeURL, fields: [(name: String, value: String)], acceptsGzip: Bool, sink: any ReplySink
    ) async -> (outcome: Outcome, finalURL: SafeURL) {
        var redirect = Redirect(from: original)
        var wireBytes: Int64 = 0
        do throws(TransferError) {
            let asked = try origin(of: original)
            while true {
                let origin = try origin(of: redirect.url)
                let ask = Ask(
                    url: redirect.url, origin: origin, fields: fields, acceptsGzip: acceptsGzip,
                    trust: Ask.Trust(origin: origin, asked: asked, scope: scope))
                logger.log(.debug, "transfer.request", [.init("url", redirect.url)])
                let start = ContinuousClock.now
                var outcome = await thread.perform(ask, sink)
                wireBytes += outcome.wireBytes
                received.wrappingAdd(outcome.wireBytes, ordering: .relaxed)
                outcome.wireBytes = wireBytes
                logger.log(.debug, "transfer.reply", outcome.fields + [.init("took", (.now - start).words)])
                guard outcome.failure == nil, let head = outcome.head, head.isRedirect else {
                    return (outcome, redirect.url)
                }
                try redirect.follow(head, allowHTTP: settings.allowHTTP)
            }
        } catch {
            return (Outcome(failure: error, wireBytes: wireBytes), redirect.url)
        }
    }

    private func origin(of url: SafeURL) throws(TransferError) -> Origin {
        switch url.scheme {
        case .https: break
        case .http: guard settings.allowHTTP else { throw .plainHTTP(url: url.description) }
        case .file, .s3: throw .schemeNotAllowed(url.scheme.rawValue)
        }
        return try Origin(url)
    }

    /// Ranges per request that this server copes with, as far as is known.
    func rangeWidth(of origin: Origin) -> Int { ladders.withLock { $0[origin, default: RangeLadder()].width } }

    /// After a request for `count` ranges that it could not cope with. False when there are no fewer.
    func narrowRanges(of origin: Origin, from count: Int) -> Bool {
        ladders.withLock { $0[origin, default: RangeLadder()].stepDown(from: count) }
    }

    /// A pause between two attempts, cut short by cancellation.
    func pause(_ duration: Duration) async throws(TransferError) {
        do { try await Task.sleep(for: duration) } catch { throw .cancelled }
    }
}

extension Outcome {
    fileprivate var fields: [Logger.Field] {
        var fields: [Logger.Field] = []
        if let head { fields.append(.init("status", head.status)) }
        if let failure { fields.append(.init("error", failure.summary)) }
        return fields + [.init("wire_bytes", wireBytes)]
    }
}

extension TransferSettings {
    /// A field that would split the request in two is a mistake of the configuration.
    fileprivate func check() throws(TransferError) {
        for (name, value) in headers {
            guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }),
                value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
            else { throw .setting("headers", problem: "`\(name.printable(limit: 40))` is not a header field") }
        }
        guard userAgent.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw .setting("user_agent", problem: "it holds control characters")
        }
    }
}
