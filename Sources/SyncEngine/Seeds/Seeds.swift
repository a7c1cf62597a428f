import SyncArchive
import SyncCore
import SyncPlatform
import Synchronization

/// Files that are on this machine already, by their SHA-256: in installed trees and in kept versions.
///
/// What it knows comes from receipts, so a file may be damaged or gone by now: whoever uses one hashes it, and takes the
/// next one when it is not what was looked for. Which file is where is looked up once, when it is first asked for.
final class Seeds: Sendable {
    /// Where such a file is said to be.
    struct Location: Sendable, Equatable {
        /// An index into ``trees``.
        let tree: Int
        let path: String
    }

    let trees: [SeedTree]
    private let receipts: ReceiptFolder
    private let wanted: Set<Digest>
    private let index = Mutex<[Digest: [Location]]?>(nil)

    /// Trees that are asked first come first. Only files with one of the `wanted` digests are remembered.
    init(_ trees: [SeedTree], receipts: ReceiptFolder, wanted: Set<Digest>) {
        self.trees = trees
        self.receipts = receipts
        self.wanted = wanted
    }

    /// Calls `use` with each file that is said to have the digest, open for reading, until it returns true.
    ///
    /// Returns whether it did. A file that cannot be opened is passed over; what `use` throws ends the search.
    func first<Failure: Error>(
        of digest: Digest, where use: (borrowing Descriptor) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        for location in locations(of: digest) {
            guard let file = open(location) else { continue }
            if try use(file) { return true }
        }
        return false
    }

    func locations(of digest: Digest) -> [Location] {
        index.withLock { index in
            if index == nil { index = makeIndex() }
            return index?[digest] ?? []
        }
    }

    private func makeIndex() -> [Digest: [Location]] {
        var index: [Digest: [Location]] = [:]
        for (number, tree) in trees.enumerated() {
            guard let receipt = receipts.read(tree.receipt) else { continue }
            for entry in receipt.entries {
                guard case .file(_, let sha256) = entry.kind, wanted.contains(sha256) else { continue }
                index[sha256, default: []].append(Location(tree: number, path: entry.path))
            }
        }
        return index
    }

    private func open(_ location: Location) -> Descriptor? {
        let tree = trees[location.tree]
        // What is not there, or not as it was, is no seed.
        guard let root = try? tree.open(), let (folder, name) = try? DirectoryCursor(root).place(location.path),
            let file = try? folder.openRegular(name), (try? file.status().kind) == .file
        else { return nil }
        return file
    }
}
