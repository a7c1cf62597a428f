import SyncArchive
import SyncCore
import SyncPlatform
import SyncTransfer

/// Brings one game to its wanted version: download → check → extract into staging → record → swap. The installed
/// version is not touched before the swap; a failure leaves it as it is.
struct GameWork {
    let context: RunContext
    let step: Plan.Step
    let record: GameRecord?
    /// What comes over the wire for this game, also where it fails.
    var received = ByteCount()

    var release: Release { step.release }
    var game: GameID { release.game }

    /// - Returns: The tree that is now in place.
    /// - Throws: ``GameProblem``; ``GameWait``; `CancellationError`; a `StoreError` when nothing can be recorded any more.
    func perform() async throws -> InstalledTree {
        try await context.downloads.take()
        let download: Download
        do {
            download = try await fetch()
            try await context.extractions.take()
        } catch {
            context.downloads.give()
            throw error
        }
        context.downloads.give()
        let token = randomToken()
        let staging = "new-\(token)"
        let staged: StagedGame
        do {
            defer { context.extractions.give() }
            staged = try await stage(download, staging: staging, token: token)
        } catch {
            context.trash.add(staging)
            // There may be a beginning of it; what stays is swept by recovery.
            try? context.receipts.remove(ReceiptFolder.name(game, token: token))
            throw error
        }
        context.progress(ProgressEvent(game: game, phase: .swap, done: 0, total: nil))
        let tree = try await context.install(staged)
        await context.lane.run { [context, release] in
            // The game is in place; what stays of its archive is swept by the next run.
            try? PartialName(release).remove(in: context.storage.temporary)
        }
        return tree
    }

    /// Unpacks the archive and records every file of the new tree.
    private func stage(_ download: Download, staging: String, token: String) async throws -> StagedGame {
        let temporary = context.storage.temporary
        let options = try archiveOptions()
        let archive = try await orDiscard(download) { [context] in
            try await context.lane.run {
                let path = "\(temporary.path)/\(download.name)"
                return try Archive(try temporary.openFile(download.name), path: path, options: options)
            }
        }
        for warning in archive.warnings {
            context.logger.log(.warning, "archive.warning", [.init("game", game), .init("warning", warning)])
        }
        do { try context.space.reserve(archive.unpackedBytes) } catch { throw problem(.space, error) }
        defer { context.space.giveBack(archive.unpackedBytes) }
        let directory = try wrap(.extract) { () throws(PlatformError) in try temporary.makeDirectory(staging) }
        let meter = ProgressThrottle()
        let control = ExtractionControl { [context, game] progress in
            guard meter.isDue(isLast: progress.bytes == progress.totalBytes) else { return }
            context.progress(
                ProgressEvent(game: game, phase: .extract, done: progress.bytes, total: progress.totalBytes))
        }
        let files = try await orDiscard(download) {
            try await withTaskCancellationHandler {
                try await archive.extract(into: directory, on: context.lanes, control: control)
            } onCancel: {
                control.cancel()
            }
        }
        let entries = files.map(Receipt.Entry.init)
        let tree = InstalledTree(
            version: release.version, digests: ArchiveDigests(md5: release.md5, sha256: download.sha256),
            verified: download.isVerified, bytes: files.reduce(0) { $0 + $1.size },
            files: files.count { $0.kind == .file }, installedAt: context.now(),
            identity: try wrap(.record) { () throws(PlatformError) in try directory.status().identity },
            receipt: ReceiptFolder.name(game, token: token))
        let receipt = Receipt(game: game, tree: tree, entries: entries.sorted { $0.path < $1.path })
        try await context.lane.run { [context] in
            do throws(PlatformError) {
                try context.receipts.write(receipt)
            } catch {
                throw GameProblem(step: .record, cause: error)
            }
        }
        return StagedGame(
            step: step, tree: tree, staging: staging, previous: record?.installed,
            keepsPrevious: record?.damage == nil && step.action == .update)
    }

    private func archiveOptions() throws -> ArchiveOptions {
        var options = ArchiveOptions()
        if case .named(let name) = context.config.archive.nameEncoding { options.nameEncoding = name }
        options.limits.unpackedBytes = context.config.limits.unpacked
        options.limits.entries = context.config.limits.entries
        options.limits.ratio = context.config.limits.ratio
        if let path = context.config.passwords[game] {
            do { options.password = Array(try SecretFile.read(path).utf8) } catch { throw problem(.extract, error) }
        }
        return options
    }

    /// A bad archive stays bad: its bytes are thrown away. One that only met a full disk or a stop is kept.
    private func orDiscard<Value: Sendable>(_ download: Download, _ body: () async throws -> Value) async throws
        -> Value
    {
        do {
            return try await body()
        } catch let error as ArchiveError {
            if error == .cancelled { throw CancellationError() }
            if error.platformError == nil, error != .outOfMemory {
                // Swept with tmp by the next run otherwise.
                try? PartialName(release).remove(in: context.storage.temporary)
            }
            throw problem(.extract, error)
        } catch {
            throw problem(.extract, error)
        }
    }

    private func wrap<Value>(_ step: GameStep, _ body: () throws(PlatformError) -> Value) throws -> Value {
        do { return try body() } catch { throw problem(step, error) }
    }

    func problem(_ step: GameStep, _ error: any Error) -> any Error {
        switch error {
        case is CancellationError, TransferError.cancelled: CancellationError()
        case let problem as GameProblem: problem
        case let cause as any Diagnostic: GameProblem(step: step, cause: cause)
        default: GameProblem(step: step, cause: RunFailure(stopping: error))
        }
    }
}

extension Receipt.Entry {
    init(_ file: ExtractedFile) {
        let kind: Kind =
            switch file.kind {
            case .directory: .folder
            case .link: .link(target: file.linkTarget ?? "")
            case .file: .file(size: file.size, sha256: file.sha256 ?? Digest.emptySHA256)
            }
        self.init(path: file.path, kind: kind, mode: file.mode)
    }
}
