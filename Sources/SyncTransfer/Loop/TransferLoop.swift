public import SyncCore
import Synchronization

/// Bytes from addresses: one curl loop on a thread of its own. Its connections serve all games.
public final class TransferLoop: Sendable {
    let settings: TransferSettings
    let logger: Logger
    let scope: Origin?
    let allowance: Allowance?
    let troubled = TroubledOrigins()
    private let thread: LoopThread
    private let received = Atomic<Int64>(0)
    /// How many ranges the servers met so far cope with.
    private let ladders = Mutex<[Origin: RangeLadder]>([:])

    /// A loop for one run. `allowance` bounds the bytes of its downloads. Throws
    /// ``TransferError/setting(_:problem:)`` when curl or the thread cannot be started, or when a setting cannot be
    /// sent.
    public init(
        _ settings: TransferSettings, allowance: Allowance? = nil, logger: Logger
    ) throws(TransferError) {
        try settings.check()
        self.settings = settings
        self.allowance = allowance
        self.logger = logger
        scope =
            switch settings.credentialScope {
            case let url? where url.scheme == .s3: try Origin(S3Address.resolved(url, settings.s3))
            case let url? where url.scheme != .file: try Origin(url)
            default: nil
            }
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
        if original.scheme == .s3 { return (await askStore(original, fields, acceptsGzip, sink), original) }
        var redirect = Redirect(from: original)
        var wireBytes: Int64 = 0
        do throws(TransferError) {
            let asked = try origin(of: original)
            while true {
                let origin = try origin(of: redirect.url)
                let ask = Ask(
                    url: redirect.url, origin: origin, fields: fields, acceptsGzip: acceptsGzip,
                    trust: Ask.Trust(
                        origin: origin, asked: asked, scope: scope, overHTTP: settings.credentialsOverHTTP,
                        isProxied: ProxyUse.isLikely(for: origin, settings)))
                var outcome = await perform(ask, sink)
                wireBytes += outcome.wireBytes
                outcome.wireBytes = wireBytes
                guard outcome.failure == nil, let head = outcome.head, head.isRedirect else {
                    let isRefused = outcome.head?.status == 401 || outcome.head?.status == 403
                    if outcome.failure == nil, isRefused, ask.trust.isWithheld, settings.hasCredentials {
                        outcome.failure = .credentialsWithheld(
                            status: outcome.head?.status ?? 0, url: redirect.url.description)
                    }
                    return (outcome, redirect.url)
                }
                try redirect.follow(head, allowHTTP: settings.allowHTTP)
            }
        } catch {
            return (Outcome(failure: error, wireBytes: wireBytes), redirect.url)
        }
    }

    /// Asks an S3-compatible store. It gets its own keys and no other secret, and nobody else gets them: a redirect is
    /// not followed, because the target would need another signature.
    private func askStore(
        _ original: SafeURL, _ fields: [(name: String, value: String)], _ acceptsGzip: Bool, _ sink: any ReplySink
    ) async -> Outcome {
        do throws(TransferError) {
            let target = try S3Address.resolved(original, settings.s3)
            let ask = Ask(
                url: target, origin: try origin(of: target), fields: fields, acceptsGzip: acceptsGzip, trust: .none,
                s3: settings.s3)
            var outcome = await perform(ask, sink)
            guard outcome.failure == nil, let head = outcome.head else { return outcome }
            let code = S3Problem.code(outcome.dropped)
            if (300..<400).contains(head.status), head.status != 304 {
                outcome.failure = .s3(status: head.status, code: code ?? "Redirect", url: original.description)
            } else if head.status >= 400, head.status != 416, let code {
                outcome.failure = .s3(status: head.status, code: code, url: original.description)
            }
            return outcome
        } catch {
            return Outcome(failure: error)
        }
    }

    private func perform(_ ask: Ask, _ sink: any ReplySink) async -> Outcome {
        logger.log(.debug, "transfer.request", [.init("url", ask.url)])
        let start = ContinuousClock.now
        let outcome = await thread.perform(ask, sink)
        received.wrappingAdd(outcome.wireBytes, ordering: .relaxed)
        logger.log(.debug, "transfer.reply", outcome.fields + [.init("took", (.now - start).words)])
        return outcome
    }

    /// Who gets the request for an address.
    func origin(of url: SafeURL) throws(TransferError) -> Origin {
        switch url.scheme {
        case .https: return try Origin(url)
        case .http:
            guard settings.allowHTTP else { throw .plainHTTP(url: url.description) }
            return try Origin(url)
        case .s3: return try origin(of: S3Address.resolved(url, settings.s3))
        case .file: throw .schemeNotAllowed(url.scheme.rawValue)
        }
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
    fileprivate var hasCredentials: Bool {
        username != nil || password != nil || bearerToken != nil || netrc || !headers.isEmpty
    }

    /// A field that would split the request in two is a mistake of the configuration.
    fileprivate func check() throws(TransferError) {
        for (name, value) in headers {
            guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }),
                value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
            else { throw .setting("headers", problem: "`\(name.printable(limit: 40))` is not a header field") }
        }
        try s3?.check()
        // RFC 6750, section 2.1, leaves out more; what matters is that it stays one word.
        guard bearerToken?.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) ?? true else {
            throw .setting("bearer_token_file", problem: "the token holds spaces, line breaks or other such characters")
        }
        guard userAgent.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw .setting("user_agent", problem: "it holds control characters")
        }
    }
}
