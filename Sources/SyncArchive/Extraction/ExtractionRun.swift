import SyncPlatform
import Synchronization

/// The files of one extraction, shared by its workers: they take batches until none is left or one of them fails.
final class ExtractionRun: Sendable {
    let archive: Archive
    let plan: ExtractionPlan
    let root: Directory
    let laneCount: Int
    /// Whether the SHA-256 of each file is wanted.
    let hashes: Bool
    private let control: ExtractionControl
    /// Indices of batches.
    private let order: [Int]
    private let nextBatch = Atomic(0)
    private let madeBytes = Atomic<Int64>(0)
    private let begunEntries = Atomic(0)
    private let isStopped = Atomic(false)
    private let entryCount: Int
    private let state: Mutex<State>

    private struct State: ~Copyable {
        /// By batch, so that all of them are nearly in order already.
        var files: [[ExtractedFile]]
        var failure: ArchiveError?
        var workers = 0
        /// Set when the outcome is known: a worker that comes later finds nothing to do.
        var isClosed = false
        var done: CheckedContinuation<Void, Never>?
    }

    init(
        _ archive: Archive, _ plan: ExtractionPlan, into root: Directory, laneCount: Int, hashes: Bool,
        control: ExtractionControl
    ) {
        self.hashes = hashes
        order = plan.order(lanes: laneCount)
        self.laneCount = laneCount
        self.archive = archive
        self.plan = plan
        self.root = root
        self.control = control
        entryCount = plan.count
        state = Mutex(State(files: Array(repeating: [], count: plan.batches.count)))
    }

    /// Unpacks all files on the lanes. A lane that is busy with another archive is not waited for: what it does not
    /// take, the others do.
    func unpack(on lanes: [Lane]) async {
        await withCheckedContinuation { continuation in
            state.withLock { $0.done = continuation }
            for lane in lanes { lane.submit { self.work() } }
        }
    }

    /// What was made, small files by path, or the first failure.
    func outcome() throws(ArchiveError) -> [ExtractedFile] {
        let (files, failure) = state.withLock { state in
            let files = state.files
            state.files = []
            return (files, state.failure)
        }
        if let failure { throw failure }
        var all: [ExtractedFile] = []
        all.reserveCapacity(plan.entryCount)
        for batch in files { all += batch }
        return all
    }

    /// One worker: batches until the end. Blocks, so it runs on a lane.
    func work() {
        let isOpen = state.withLock { state in
            if !state.isClosed { state.workers += 1 }
            return !state.isClosed
        }
        guard isOpen else { return }
        var failure: ArchiveError?
        do throws(ArchiveError) {
            var worker = try ExtractionWorker(self)
            while let batch = takeBatch() {
                let made = try worker.unpack(plan.batches[batch])
                state.withLock { $0.files[batch] = made }
            }
        } catch {
            failure = error
            isStopped.store(true, ordering: .relaxed)
        }
        finish(failure)
    }

    private func takeBatch() -> Int? {
        guard !isStopped.load(ordering: .relaxed) else { return nil }
        let index = nextBatch.add(1, ordering: .relaxed).oldValue
        return index < order.count ? order[index] : nil
    }

    private func finish(_ failure: ArchiveError?) {
        let done = state.withLock { state -> CheckedContinuation<Void, Never>? in
            // What the others meet after the first failure is only that they were stopped.
            if state.failure == nil || state.failure == .cancelled && failure != nil {
                state.failure = failure ?? state.failure
            }
            state.workers -= 1
            guard state.workers == 0 else { return nil }
            state.isClosed = true
            defer { state.done = nil }
            return state.done
        }
        done?.resume()
    }

    /// Throws when somebody asked to stop or another worker failed; called between blocks.
    func checkStopped() throws(ArchiveError) {
        if control.isCancelled || isStopped.load(ordering: .relaxed) { throw .cancelled }
    }

    func note(begun entry: ArchiveEntry) {
        guard control.progress != nil else { return }
        begunEntries.add(1, ordering: .relaxed)
        note(made: 0, of: entry)
    }

    func note(made count: Int, of entry: ArchiveEntry) {
        guard let progress = control.progress else { return }
        let bytes = madeBytes.add(Int64(count), ordering: .relaxed).newValue
        progress(
            ExtractionProgress(
                bytes: bytes, totalBytes: plan.totalBytes, entry: begunEntries.load(ordering: .relaxed),
                entries: entryCount, name: entry.path))
    }
}
