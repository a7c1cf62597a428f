/// Replays the steps of a run, as ``FaultShim`` wrote them down, and finds what a power cut between two of them could
/// break: something that is relied on before it is on the disk.
struct FlushReplay {
    private let root: String
    /// Files and folders that were made, written or had a name changed in them since they were flushed.
    private var unflushed: Set<String> = []
    /// Folders that a tree came into, and `games` where one left it, since they were flushed.
    private var unsettled: Set<String> = []
    /// Trees that were moved into `games`.
    private(set) var swaps: [String] = []
    /// Games whose folder was moved away without another in its place.
    private(set) var removals: [String] = []
    /// Trees that were moved into `versions`.
    private(set) var kept: [String] = []
    /// How often the database was made to last.
    private(set) var commits = 0
    private(set) var problems: [String] = []
    /// How many commits there were when the receipt of a game was written.
    private var commitsAtReceipt: [Substring: Int] = [:]

    private var games: String { root + "/games" }
    private var log: String { root + "/state.sqlite3-wal" }

    init(_ steps: [String], root: String) {
        self.root = root
        for step in steps { replay(step) }
    }

    private mutating func replay(_ step: String) {
        let words = step.split(separator: " ", maxSplits: 1).map(String.init)
        let paths = words[1].split(separator: " -> ").map(String.init)
        let path = paths[0]
        switch words[0] {
        case "write":
            unflushed.insert(path)
            if path.hasPrefix(root + "/receipts/") {
                let name = path.dropFirst((root + "/receipts/").count)
                commitsAtReceipt[name.prefix { $0 != "." }] = commits
            }
        case "make": unflushed.formUnion([path, parent(path)])
        case "remove":
            if path.hasPrefix(root + "/receipts/") { require([games], of: unsettled, step, "is removed") }
            unflushed = unflushed.filter { $0 != path && !$0.hasPrefix(path + "/") }
            unflushed.insert(parent(path))
        case "flush":
            if path == log {
                commits += 1
                // What a row says is installed or kept, or is no more.
                require(Array(unsettled), of: unsettled, step, "is committed")
            }
            unflushed.remove(path)
            unsettled.remove(path)
        case "syncfs": (unflushed, unsettled) = ([], [])
        case "rename": move(path, paths[1], step, isExchange: false)
        case "exchange": move(path, paths[1], step, isExchange: true)
        default: problems.append("unknown: \(step)")
        }
    }

    private mutating func move(_ from: String, _ to: String, _ step: String, isExchange: Bool) {
        if parent(to) == games {
            swaps.append(to)
            let tree = unflushed.filter { $0 == from || $0.hasPrefix(from + "/") }
            let game = to.dropFirst(games.count + 1)
            let receipts = unflushed.filter { $0.hasPrefix(root + "/receipts/\(game).") }
            require(tree.union(receipts), of: unflushed, step, "is put in place")
            // The intent comes after the receipt; a write that says how far the run is need not be flushed.
            if commits <= commitsAtReceipt[game] ?? 0 {
                problems.append("`\(step)` is put in place before its intent is on the disk")
            }
        } else if parent(from) == games {
            removals.append(from)
        } else if parent(parent(to)) == root + "/versions" {
            kept.append(to)
        }
        unflushed = Set(
            unflushed.map { path in
                if path == from || path.hasPrefix(from + "/") { return to + path.dropFirst(from.count) }
                if isExchange, path == to || path.hasPrefix(to + "/") { return from + path.dropFirst(to.count) }
                return path
            })
        unflushed.formUnion([parent(from), parent(to)])
        if swaps.last == to || kept.last == to { unsettled.insert(parent(to)) }
        if parent(from) == games || isExchange && swaps.last == to {
            unsettled.insert(parent(from))
        }
    }

    private mutating func require(
        _ paths: some Collection<String>, of dirty: Set<String>, _ step: String, _ what: String
    ) {
        for path in Set(paths).sorted() where dirty.contains(path) {
            problems.append("`\(step)` \(what) before `\(path)` is on the disk")
        }
    }

    private func parent(_ path: String) -> String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "" }
}
