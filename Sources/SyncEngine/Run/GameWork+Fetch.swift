import SyncCore
import SyncPlatform
import SyncTransfer

extension GameWork {
    /// Downloads the archive, if window and budgets let it.
    ///
    /// - Throws: ``GameWait``, ``GameProblem`` or `CancellationError`; what can be resumed is kept.
    func fetch() async throws -> Download {
        let needsLine = !isLocal && !isWhole
        if needsLine { try reserveTraffic() }
        defer { context.traffic.release(game) }
        let expected = release.size ?? 0
        do { try context.space.reserve(expected) } catch { throw problem(.space, error) }
        defer { context.space.giveBack(expected) }
        let request = DownloadRequest(
            release, mirrors: release.mirrors, directory: context.storage.temporary,
            limit: context.config.limits.archive)
        guard needsLine, let window = context.config.transfer.window else { return try await download(request) }
        return try await download(request, within: window)
    }

    /// Whether it costs nothing on the line.
    private var isLocal: Bool { ([release.url] + release.mirrors).allSatisfy { $0.scheme == .file } }

    /// Whether an earlier run left all of it, so that only the rest of the work is to be done.
    private var isWhole: Bool { release.size.map { $0 > 0 && $0 == keptBytes } ?? false }

    private func reserveTraffic() throws {
        let time = LocalClock.time(at: context.now())
        if let window = context.config.transfer.window, !window.contains(time) {
            throw GameWait(for: window, at: time)
        }
        let kept = keptBytes
        do {
            try context.traffic.reserve(
                game, needed: release.size.map { max(0, $0 - kept) }, kept: kept, at: time)
        } catch let wait as GameWait {
            throw wait
        } catch {
            throw problem(.download, error)
        }
    }

    /// What an earlier run left of the archive. Without a record of what it is, or with more than there should be, it
    /// counts for nothing.
    private var keptBytes: Int64 {
        let (folder, name) = (context.storage.temporary, PartialName(release))
        // What cannot be looked at is fetched again.
        guard let record = try? folder.status(name.record), record.kind == .file else { return 0 }
        let kept = ((try? folder.status(name.file)) ?? nil)?.size ?? 0
        return kept <= release.size ?? .max ? kept : 0
    }

    private func download(_ request: DownloadRequest) async throws -> Download {
        do {
            return try await context.transfer.download(request, received: received) { [context, game] progress in
                context.traffic.note(game, done: progress.done)
                context.progress(
                    ProgressEvent(
                        game: game, phase: .download, done: progress.done, total: progress.total,
                        bytesPerSecond: progress.bytesPerSecond))
            }
        } catch {
            if case .overAllowance(let needed, _) = error {
                let wait: GameWait?
                do throws(BudgetError) {
                    wait = try context.traffic.overrun(needed: needed, at: LocalClock.time(at: context.now()))
                } catch {
                    throw problem(.download, error)
                }
                if let wait { throw wait }
            }
            throw problem(error.isDigestMismatch ? .verify : .download, error)
        }
    }

    /// The same, stopped when the window closes.
    private func download(_ request: DownloadRequest, within window: TransferWindow) async throws -> Download {
        try await withThrowingTaskGroup(of: Download?.self) { group in
            group.addTask { try await download(request) }
            group.addTask { [context] in
                while window.contains(LocalClock.time(at: context.now())) {
                    do { try await Task.sleep(for: .milliseconds(500)) } catch { break }
                }
                return nil
            }
            defer { group.cancelAll() }
            if let download = try await group.next() ?? nil { return download }
            // The whole run may have been stopped, too.
            try Task.checkCancellation()
            throw GameWait(for: window, at: LocalClock.time(at: context.now()))
        }
    }
}
