import SyncArchive
import SyncCore
import SyncPlatform
import Synchronization

/// Compares trees with their receipts: names, kinds, modes and the SHA-256 of every file, by one lane a processor.
///
/// Takes no lock and changes nothing. Trees are opened once, by descriptor, and no link is followed.
struct Verifier: Sendable {
    /// nil where there is no such folder: nothing can be verified then.
    let receipts: ReceiptFolder?
    var team = LaneTeam()
    var progress: @Sendable (ProgressEvent) -> Void = { _ in }
    var ended: @Sendable (GameID) -> Void = { _ in }

    /// So many files of receipts are held at once, about; each costs some hundred bytes.
    private static let mostEntries = 300_000
    /// So many trees are open at once; each takes a descriptor, and some are needed for other things.
    private static var mostTrees: Int { min(256, max(4, (OpenFileLimit.current - OpenFileLimit.least) / 4)) }

    /// What is found of each subject, in their order. `files` says about how many files each has.
    func verify(_ subjects: [TreeSubject], files: [Int]) async throws(CancellationError) -> [TreeFinding] {
        var findings: [TreeFinding] = []
        var start = 0
        let mostTrees = Self.mostTrees
        while start < subjects.count {
            var end = start
            var sum = 0
            while end < subjects.count, end - start < mostTrees, end == start || sum + files[end] <= Self.mostEntries {
                sum += files[end]
                end += 1
            }
            findings += try await verifyTogether(Array(subjects[start..<end]))
            start = end
        }
        return findings
    }

    func verify(_ subject: TreeSubject) async throws(CancellationError) -> TreeFinding {
        try await verify([subject], files: [0]).first ?? TreeFinding()
    }

    private func verifyTogether(_ subjects: [TreeSubject]) async throws(CancellationError) -> [TreeFinding] {
        let trees = subjects.map { TreeInspection($0) }
        try await team.share(trees.count) { [receipts, flag = team.flag] index in
            trees[index].look(receipts, until: { flag.isUp })
        }
        // The largest tree first and its largest pieces first, so that no processor idles at the end behind one that
        // began late; one tree after the other, so that neighbours on the disk are read together.
        let order = trees.indices.sorted { (trees[$0].totalBytes, $1) > (trees[$1].totalBytes, $0) }
        var pieces: [(tree: TreeInspection, files: [Int])] = []
        for index in order {
            for files in trees[index].pieces() { pieces.append((trees[index], files)) }
            if trees[index].isDone { ended(trees[index].subject.game) }
        }
        let work = pieces
        try await team.share(work.count, with: { FileHasher() }) { [flag = team.flag, progress, ended] index, hasher in
            let (tree, files) = work[index]
            if tree.read(files, hasher, until: { flag.isUp }, progress) { ended(tree.subject.game) }
        }
        return trees.map { $0.finding }
    }
}
