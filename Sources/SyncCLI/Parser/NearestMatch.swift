/// The candidate that was probably meant: within two edits, or within one for short words; nil when none is near.
func nearestMatch(to word: String, in candidates: [String]) -> String? {
    // The distance costs the product of the lengths; nobody mistypes a name that long.
    guard word.utf8.count <= 64 else { return nil }
    let typed = Array(word.lowercased())
    var best: (word: String, distance: Int)?
    for candidate in candidates {
        let distance = editDistance(typed, Array(candidate.lowercased()))
        if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    if let best, best.distance <= (typed.count <= 4 ? 1 : 2) { return best.word }
    // `--dry` for `--dry-run`, `stat` for `status`.
    let begun = candidates.filter { $0.hasPrefix(word) }
    return typed.count >= 3 && begun.count == 1 ? begun.first : nil
}

/// Insertions, deletions, replacements and exchanges of neighbours that turn one into the other.
func editDistance(_ left: [Character], _ right: [Character]) -> Int {
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in 1...left.count {
        var current = [row] + Array(repeating: 0, count: right.count)
        for column in 1...right.count {
            let same = left[row - 1] == right[column - 1]
            current[column] = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (same ? 0 : 1))
            if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
                current[column] = min(current[column], beforeLast[column - 2] + 1)
            }
        }
        (beforeLast, last) = (last, current)
    }
    return last[right.count]
}
