/// What to unpack and in which order, decided before anything is touched. Pure.
struct ExtractionPlan: Sendable {
    /// Folders by path, with the entry that names each, if one does.
    let folders: [TreeFolder]
    /// Indices of files, in batches: first the large ones, largest first and each alone, then the small ones by path, so
    /// that a worker stays in one folder.
    let batches: [ArraySlice<Int>]
    private let largeCount: Int
    /// Indices of symlinks, by path.
    let links: [Int]
    let totalBytes: Int64
    /// Everything that is made.
    var entryCount: Int { count + folders.count }
    var count: Int { batches.reduce(links.count) { $0 + $1.count } }

    private static let largeSize: Int64 = 1 << 20
    private static let batchCount = 32
    private static let batchBytes: Int64 = 512 << 10

    init(_ tree: EntryTree<ArchiveEntry>, chosen: (ArchiveEntry) -> Bool) {
        let entries = tree.entries
        let isChosen = entries.map(chosen)
        var large: [Int] = []
        var small: [Int] = []
        var links: [Int] = []
        var totalBytes: Int64 = 0
        for index in entries.indices where isChosen[index] {
            let entry = entries[index]
            totalBytes += entry.size
            switch entry.kind {
            case .directory: break
            case .link: links.append(index)
            case .file where entry.size > Self.largeSize || entry.packedSize > Self.largeSize: large.append(index)
            case .file: small.append(index)
            }
        }
        large.sort { entries[$0].size > entries[$1].size }
        self.links = links
        largeCount = large.count
        self.totalBytes = totalBytes
        batches = large.indices.map { large[$0...$0] } + Self.batches(of: small, entries)
        folders = Self.folders(tree, isChosen)
    }

    /// In which order the batches are taken: the small ones in turn from as many places as there are lanes, so that two
    /// that work at the same time seldom make files in the same folder, where the kernel lets only one in.
    func order(lanes: Int) -> [Int] {
        let small = batches.count - largeCount
        let length = (small + lanes - 1) / lanes
        var order = Array(0..<largeCount)
        order.reserveCapacity(batches.count)
        for place in 0..<length {
            for start in stride(from: 0, to: small, by: max(length, 1)) where start + place < small {
                order.append(largeCount + start + place)
            }
        }
        return order
    }

    private static func batches(of indices: [Int], _ entries: [ArchiveEntry]) -> [ArraySlice<Int>] {
        var batches: [ArraySlice<Int>] = []
        var start = 0
        var bytes: Int64 = 0
        for (place, index) in indices.enumerated() {
            if place - start == batchCount || bytes > batchBytes {
                batches.append(indices[start..<place])
                start = place
                bytes = 0
            }
            bytes += max(entries[index].size, entries[index].packedSize)
        }
        if start < indices.count { batches.append(indices[start...]) }
        return batches
    }

    /// The folders that were chosen, and those that something chosen lies in.
    private static func folders(_ tree: EntryTree<ArchiveEntry>, _ isChosen: [Bool]) -> [TreeFolder] {
        if isChosen.allSatisfy(\.self) { return tree.folders }
        let chosen = tree.entries.indices.filter { isChosen[$0] }.map { tree.entries[$0].path }
        var place = 0
        return tree.folders.filter { folder in
            // Both are in the same order, so the first chosen path that does not come before the folder decides.
            while place < chosen.count, PathOrder.precedes(chosen[place], folder.path) { place += 1 }
            guard place < chosen.count else { return false }
            return PathOrder.same(chosen[place], folder.path) || PathOrder.lies(chosen[place], below: folder.path)
        }
    }
}
