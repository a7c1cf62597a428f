import SyncArchive
import SyncCore
import SyncPlatform
import Synchronization

/// One tree while it is compared with its receipt: first its names, then its files, by several lanes.
final class TreeInspection: Sendable {
    private struct State {
        var root: Directory?
        var entries: [Receipt.Entry] = []
        var readable: [Int] = []
        var finding = TreeFinding()
        var total: Int64 = 0
        var done: Int64 = 0
        var piecesLeft = 0
    }

    let subject: TreeSubject
    private let state = Mutex(State())
    private let meter = ProgressThrottle()

    init(_ subject: TreeSubject) { self.subject = subject }

    var totalBytes: Int64 { state.withLock { $0.total } }
    var isDone: Bool { state.withLock { $0.piecesLeft == 0 } }

    /// With the problems in the order of their paths.
    var finding: TreeFinding {
        var finding = state.withLock { $0.finding }
        finding.problems.sort { ($0.path, $0.kind.rawValue) < ($1.path, $1.kind.rawValue) }
        return finding
    }

    // MARK: - Names

    /// Opens the tree and its receipt and compares all but the content of files.
    func look(_ receipts: ReceiptFolder?, until isStopped: @escaping () -> Bool) {
        var found = State()
        do throws(PlatformError) {
            try look(receipts, &found, isStopped)
        } catch {
            if error.isDamage {
                found.finding.problems.append(.init(path: ".", kind: .changed, detail: error.shortText))
            } else {
                found.finding.failure = error
            }
        }
        let result = found
        state.withLock { $0 = result }
    }

    private func look(
        _ receipts: ReceiptFolder?, _ found: inout State, _ isStopped: @escaping () -> Bool
    ) throws(PlatformError) {
        guard let parent = subject.parent, let place = try parent.status(subject.name) else {
            return found.finding.replace(.init(path: ".", kind: .missing))
        }
        guard place.kind == .directory else {
            return found.finding.replace(.init(path: ".", kind: .kind, detail: place.kind.words))
        }
        guard try place.identity.device == parent.status().identity.device else {
            return found.finding.replace(.init(path: ".", kind: .kind, detail: "a mount point"))
        }
        let root = try parent.directory(subject.name)
        found.finding.identity = try root.status().identity
        guard let receipt = try receipts?.readable(subject.receipt) else {
            found.finding.lacksReceipt = true
            return
        }
        var walk = TreeWalk(root, receipt.entries, until: isStopped)
        try walk.perform()
        found.root = root
        found.entries = receipt.entries
        found.readable = walk.readable
        found.finding.problems = walk.problems
        found.total = walk.readable.reduce(0) { $0 &+ receipt.entries[$1].size }
    }

    // MARK: - Content

    /// A large file alone, small ones of neighbouring folders together; the largest first.
    func pieces() -> [[Int]] {
        let most: Int64 = 8 << 20
        return state.withLock { state in
            var pieces: [(bytes: Int64, files: [Int])] = []
            var current: (bytes: Int64, files: [Int]) = (0, [])
            for index in state.readable {
                let size = state.entries[index].size
                if size >= most {
                    pieces.append((size, [index]))
                    continue
                }
                if current.bytes + size > most || current.files.count >= 512 {
                    pieces.append(current)
                    current = (0, [])
                }
                current.bytes += size
                current.files.append(index)
            }
            if !current.files.isEmpty { pieces.append(current) }
            state.piecesLeft = pieces.count
            return pieces.sorted { $0.bytes > $1.bytes }.map(\.files)
        }
    }

    /// Hashes some files. Says whether they were the last of the tree.
    func read(
        _ files: [Int], _ hasher: FileHasher, until isStopped: () -> Bool, _ progress: (ProgressEvent) -> Void
    ) -> Bool {
        let (root, entries) = state.withLock { ($0.root, $0.entries) }
        guard let root else { return false }
        let cursor = DirectoryCursor(root)
        for index in files {
            guard !isStopped() else { return false }
            do throws(PlatformError) {
                if let problem = try problem(with: entries[index], cursor, hasher, isStopped, progress) {
                    state.withLock { $0.finding.problems.append(problem) }
                }
            } catch {
                state.withLock { $0.finding.failure = $0.finding.failure ?? error }
            }
        }
        return state.withLock { state in
            state.piecesLeft -= 1
            return state.piecesLeft == 0
        }
    }

    private func problem(
        with entry: Receipt.Entry, _ cursor: DirectoryCursor, _ hasher: FileHasher, _ isStopped: () -> Bool,
        _ progress: (ProgressEvent) -> Void
    ) throws(PlatformError) -> VerifyReport.Problem? {
        guard case .file(let size, let sha256) = entry.kind else { return nil }
        do {
            let (folder, name) = try cursor.place(entry.path)
            let file = try folder.openRegular(name)
            guard try file.status().kind == .file else {
                return .init(path: entry.path, kind: .kind, detail: "no file any more")
            }
            if size > 1 << 20 { file.adviseSequential() }
            let found = try hasher.digest(of: file, path: entry.path, until: isStopped) { count in
                advance(by: Int64(count), progress)
            }
            // Stopped: nobody asks any more.
            guard let found else { return nil }
            return found.digest == sha256 ? nil : .init(path: entry.path, kind: .changed)
        } catch {
            if error.isDamage { return .init(path: entry.path, kind: .changed, detail: error.shortText) }
            if error.isMissing { return .init(path: entry.path, kind: .missing) }
            if error.isElsewhere { return .init(path: entry.path, kind: .kind, detail: "a link in its way") }
            throw error
        }
    }

    private func advance(by count: Int64, _ progress: (ProgressEvent) -> Void) {
        let (done, total) = state.withLock { state in
            state.done += count
            return (state.done, state.total)
        }
        guard meter.isDue(isLast: done == total) else { return }
        progress(ProgressEvent(game: subject.game, phase: .verify, done: done, total: total))
    }
}

extension TreeFinding {
    fileprivate mutating func replace(_ problem: VerifyReport.Problem) {
        isReplaced = true
        problems.append(problem)
    }
}

extension Receipt.Entry {
    /// Of a file; else 0.
    var size: Int64 {
        if case .file(let size, _) = kind { size } else { 0 }
    }
}
