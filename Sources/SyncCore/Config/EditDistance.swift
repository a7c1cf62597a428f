/// How many insertions, removals, replacements and exchanges of neighbours lead from one text to the other.
func editDistance(_ left: String, _ right: String) -> Int {
    let source = Array(left.utf8)
    let target = Array(right.utf8)
    var beforeLast: [Int] = []
    var last = Array(0...target.count)
    for row in source.indices {
        var current = [row + 1]
        for column in target.indices {
            let replaced = last[column] + (source[row] == target[column] ? 0 : 1)
            var best = min(replaced, last[column + 1] + 1, current[column] + 1)
            if row > 0, column > 0, source[row] == target[column - 1], source[row - 1] == target[column] {
                best = min(best, beforeLast[column - 1] + 1)
            }
            current.append(best)
        }
        (beforeLast, last) = (last, current)
    }
    return last[target.count]
}

/// The candidate that was most likely meant; nil when none is near.
public func nearest(to text: String, of candidates: [String]) -> String? {
    // Longer than any name there is, and the distance costs length times length.
    guard text.utf8.count <= 64 else { return nil }
    let word = text.lowercased().replacing("-", with: "_")
    let rated = candidates.map { (distance: editDistance(word, $0), name: $0) }
    guard let best = rated.min(by: { ($0.distance, $0.name) < ($1.distance, $1.name) }) else { return nil }
    return best.distance <= max(2, best.name.utf8.count / 3) ? best.name : nil
}
