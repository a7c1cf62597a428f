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

    /// Takes the listed nodes without copying them where it can: there may be a million.
    ///
    /// Throws ``EntryProblem/duplicate``, ``EntryProblem/fileAndFolder(_:)``, ``EntryProblem/belowLink(_:)``, or a limit.
    init(_ listed: consuming [Node], limits: ArchiveLimits) throws(ArchiveError) {
        var nodes = consume listed
        let isSorted = zip(nodes, nodes.dropFirst()).allSatisfy { !PathOrder.precedes($1.path, $0.path) }
        if !isSorted { nodes.sort { PathOrder.precedes($0.path, $1.path) } }
        var doubled: Set<Int> = []
        for index in nodes.indices.dropFirst()
        where try Self.isDoubled(nodes[index], after: nodes[index - 1]) { doubled.insert(index) }
        if !doubled.isEmpty { nodes = nodes.indices.filter { !doubled.contains($0) }.map { nodes[$0] } }
        var builder = FolderBuilder(limits: limits, listedCount: nodes.count)
        for index in nodes.indices { try builder.add(nodes[index], index) }
        entries = nodes
        folders = builder.folders
    }

    /// Whether it is a folder that was named before; throws when the two cannot both be made. In this order whatever has
    /// the same path, or lies below a file or link, follows it at once.
    private static func isDoubled(_ node: Node, after previous: Node) throws(ArchiveError) -> Bool {
        let problem: EntryProblem
        if PathOrder.same(previous.path, node.path) {
            switch (previous.kind, node.kind) {
            case (.directory, .directory): return true
            case (.directory, _), (_, .directory): problem = .fileAndFolder(entryText(previous.path))
            default: problem = .duplicate
            }
        } else if previous.kind != .directory, PathOrder.lies(node.path, below: previous.path) {
            let name = entryText(previous.path)
            problem = previous.kind == .link ? .belowLink(name) : .fileAndFolder(name)
        } else {
            return false
        }
        throw .entry(entryText(node.path), problem)
    }
}

/// Finds the folders of a tree while its nodes go by in order.
private struct FolderBuilder {
    let limits: ArchiveLimits
    private(set) var folders: [TreeFolder] = []
    /// The paths of the folders that the current node lies in.
    private var open: [String] = []
    private var impliedNameBytes = 0
    private var impliedCount = 0
    private let listedCount: Int

    init(limits: ArchiveLimits, listedCount: Int) {
        self.limits = limits
        self.listedCount = listedCount
    }

    mutating func add(_ node: some TreeNode, _ index: Int) throws(ArchiveError) {
        let path = node.path
        while let folder = open.last, !PathOrder.lies(path, below: folder) { open.removeLast() }
        try addImplied(path)
        if node.kind == .directory { push(TreeFolder(path: path, entry: index)) }
    }

    /// Folders above `path` that no node named before it.
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
}
