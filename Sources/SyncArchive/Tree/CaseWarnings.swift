/// Names that differ only by case: kept apart here, one name elsewhere.
enum CaseWarnings {
    private static let most = 20

    static func find(in tree: EntryTree<ArchiveEntry>) -> [String] {
        let files = tree.entries.lazy.filter { $0.kind != .directory }.map(\.path)
        let paths = tree.folders.map(\.path) + files
        // Hashes first: folded copies of all names would double their memory.
        let keys = paths.indices.map { (hash: hash(paths[$0]), index: $0) }.sorted { $0.hash < $1.hash }
        var warnings: [String] = []
        var count = 0
        for (left, right) in zip(keys, keys.dropFirst()) where left.hash == right.hash {
            let names = [paths[left.index], paths[right.index]].sorted(by: PathOrder.precedes)
            guard PathOrder.same(fold(names[0]), fold(names[1])) else { continue }
            count += 1
            if count <= most {
                warnings.append("`\(entryText(names[0]))` and `\(entryText(names[1]))` differ only by case")
            }
        }
        warnings.sort()
        if count > most { warnings.append("\(count - most) more names differ only by case") }
        return warnings
    }

    /// Of bytes, because two spellings of one glyph are two names.
    private static func hash(_ path: String) -> Int {
        var hasher = Hasher()
        var folded = fold(path)
        folded.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        return hasher.finalize()
    }

    private static func fold(_ path: String) -> String { path.lowercased() }
}
