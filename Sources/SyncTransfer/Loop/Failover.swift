import SyncCore
import SyncPlatform

/// One call of ``TransferLoop/download(_:progress:)``: one address after the other, until one gives the archive.
///
/// All addresses fill one partial. What an address left of it is gone on with from the next where the rules of
/// ``Resume`` allow that.
struct Failover {
    private let loop: TransferLoop
    private let request: DownloadRequest
    private let lane: Lane
    private let progress: @Sendable (DownloadProgress) -> Void
    private var partial: PartialFile?
    private let received: ByteCount

    init(
        _ loop: TransferLoop, _ request: DownloadRequest, _ lane: Lane, _ received: ByteCount,
        _ progress: @escaping @Sendable (DownloadProgress) -> Void
    ) {
        self.loop = loop
        self.request = request
        self.lane = lane
        self.received = received
        self.progress = progress
    }

    mutating func run() async throws(TransferError) -> Download {
        var failures: [TransferError] = []
        // Chosen anew each time: another download may have found a server to be in trouble meanwhile.
        var left = request.addresses
        while let address = takeNext(of: &left) {
            if !failures.isEmpty { log(address, after: failures.last) }
            do throws(TransferError) {
                return try await download(from: address, isLast: left.isEmpty)
            } catch {
                guard error.mayDoBetterElsewhere, !left.isEmpty else {
                    let partial = partial
                    await lane.run { partial?.tidy(after: error) }
                    guard error.mayDoBetterElsewhere else { throw error }
                    failures.append(error)
                    break
                }
                failures.append(error)
                // The next address must not go on with bytes of something else.
                if error.condemnsBytes, let partial {
                    try await lane.run { () throws(TransferError) in try partial.discard() }
                }
            }
        }
        throw .ofAll(failures)
    }

    private func takeNext(of left: inout [SafeURL]) -> SafeURL? {
        guard !left.isEmpty else { return nil }
        return left.remove(at: left.firstIndex { !loop.isTroubled($0) } ?? 0)
    }

    private mutating func download(from address: SafeURL, isLast: Bool) async throws(TransferError) -> Download {
        let request = request.from(address)
        let progress = progress
        if let path = address.filePath {
            // It makes a file of its own under the partial's name.
            partial = nil
            return try await loop.cancellable(lane) { isCancelled throws(TransferError) in
                try LocalFile(path).copy(request, isCancelled: isCancelled, progress: progress)
            }
        }
        let partial = try await opened()
        var pass = DownloadPass(loop, partial, request, lane, hasMirror: !isLast, received, progress)
        do throws(TransferError) {
            let download = try await pass.run()
            loop.note(address, nil)
            return download
        } catch {
            loop.note(address, error)
            throw error
        }
    }

    private mutating func opened() async throws(TransferError) -> PartialFile {
        if let partial { return partial }
        let request = request
        let opened = try await loop.cancellable(lane) { isCancelled throws(TransferError) in
            try PartialFile.open(request, isCancelled: isCancelled)
        }
        partial = opened
        return opened
    }

    private func log(_ address: SafeURL, after failure: TransferError?) {
        loop.logger.log(
            .info, "transfer.mirror", [.init("url", address), .init("error", failure?.summary ?? "")])
    }
}

extension TransferLoop {
    /// Whether the server of an address failed as a whole in this loop's lifetime.
    func isTroubled(_ address: SafeURL) -> Bool {
        guard address.scheme != .file, let origin = try? origin(of: address) else { return false }
        return troubled.contains(origin)
    }

    /// Remembers how an address did.
    fileprivate func note(_ address: SafeURL, _ failure: TransferError?) {
        guard let origin = try? origin(of: address) else { return }
        guard let failure else { return troubled.remove(origin) }
        if failure.condemnsOrigin { troubled.insert(origin) }
    }
}
