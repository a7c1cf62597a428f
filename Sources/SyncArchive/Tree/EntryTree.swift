/// What makes a tree: entries that are read, members that are written.
protocol TreeNode: Sendable {
    var path: String { get }
    var kind: ArchiveEntry.Kind { get }
}

extension ArchiveEntry: TreeNode {}
extension ArchiveMember: TreeNode {}

extension TreeNode {
    /// What macOS puts beside the files: it belongs to no game, so it is neither unpacked nor packed.
    var isJunk: Bool {
        if path.utf8.starts(with: "__MACOSX/".utf8) { return true }
        if kind == .directory { return path == "__MACOSX" }
        guard path.utf8.count >= 9, path.hasSuffix(".DS_Store") else { return false }
        return path == ".DS_Store" || path.hasSuffix("/.DS_Store")
    }
}

/// A folder of an archive's tree.
struct TreeFolder: Sendable {
    let path: String
    /// The index of the entry that names it, or nil where only the paths of others do.
    let entry: Int?
}

/// The tree that an archive's entries make: in order, without conflicts, every folder known.
struct EntryTree<Node: TreeNode>: Sendable {
    /// By path; each folder comes right before what is below it.
    let entries: [Node]
    /// By path too, so that a folder comes before those below it.
    let folders: [TreeFolder]

    /// - Throws: ``EntryProblem/duplicate``, ``EntryProblem/fileAndFolder(_:)``, ``EntryProblem/belowLink(_:)``; a limit.
    init(_ listed: [Node], limits: ArchiveLimits) throws(ArchiveError) {
        let order = listed.indices.sorted { PathOrder.precedes(listed[$0].path, listed[$1].path) }
        var builder = Builder(limits: limits, listedCount: listed.count)
        builder.entries.reserveCapacity(order.count)
        for index in order { try builder.add(listed[index]) }
        entries = builder.entries
        folders = builder.folders
    }

    private struct Builder {
        let limits: ArchiveLimits
        var entries: [Node] = []
        var folders: [TreeFolder] = []
        /// The paths of the folders that the current entry lies in.
        private var open: [String] = []
        private var impliedNameBytes = 0
        private var impliedCount = 0

        private let listedCount: Int

        init(limits: ArchiveLimits, listedCount: Int) {
            self.limits = limits
            self.listedCount = listedCount
        }

        mutating func add(_ entry: Node) throws(ArchiveError) {
            if let previous = entries.last {
                if PathOrder.same(previous.path, entry.path) {
                    switch (previous.kind, entry.kind) {
                    case (.directory, .directory): return
                    case (.directory, _), (_, .directory): throw conflict(entry, .fileAndFolder(entryText(entry.path)))
                    default: throw conflict(entry, .duplicate)
                    }
                }
                // Whatever lies below a file or link follows it at once in this order.
                if previous.kind != .directory, PathOrder.lies(entry.path, below: previous.path) {
                    let name = entryText(previous.path)
                    throw conflict(entry, previous.kind == .link ? .belowLink(name) : .fileAndFolder(name))
                }
            }
            while let folder = open.last, !PathOrder.lies(entry.path, below: folder) { open.removeLast() }
            try addImplied(entry.path)
            entries.append(entry)
            if entry.kind == .directory { push(TreeFolder(path: entry.path, entry: entries.count - 1)) }
        }

        /// Folders above `path` that no entry named before it.
        private mutating func addImplied(_ path: String) throws(ArchiveError) {
            let bytes = path.utf8
            var start = bytes.startIndex
            if let folder = open.last { start = bytes.index(start, offsetBy: folder.utf8.count + 1) }
            while let slash = bytes[start...].firstIndex(of: UInt8(ascii: "/")) {
                let folder = String(path[..<slash])
                impliedCount += 1
                impliedNameBytes += folder.utf8.count
                let total = listedCount + impliedCount
                guard total <= limits.entries else { throw .tooManyEntries(Int64(total), limit: limits.entries) }
                guard impliedNameBytes <= ArchiveLimits.impliedNameBytes else {
                    throw .namesTooLarge(bytes: impliedNameBytes, limit: ArchiveLimits.impliedNameBytes)
                }
                push(TreeFolder(path: folder, entry: nil))
                start = bytes.index(after: slash)
            }
        }

        private mutating func push(_ folder: TreeFolder) {
            folders.append(folder)
            open.append(folder.path)
        }

        private func conflict(_ entry: Node, _ problem: EntryProblem) -> ArchiveError {
            .entry(entryText(entry.path), problem)
        }
    }
}
