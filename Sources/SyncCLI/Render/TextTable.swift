/// Columns that line up, whatever characters are in them.
struct TextTable {
    struct Cell {
        let text: String
        let color: Paint.Color?

        init(_ text: String, _ color: Paint.Color? = nil) {
            self.text = text
            self.color = color
        }
    }

    let titles: [String]
    var rows: [[Cell]] = []

    /// A cell wider than this does not widen its column: one very long name must not push all others off the screen.
    static let widest = 32

    /// Titles and rows, fitted to the width of the terminal where there is one: a last cell that does not fit goes to a
    /// line of its own.
    func lines(width: Int?, paint: Paint) -> [String] {
        let widths = titles.indices.map { column in
            rows.map { displayWidth($0[column].text) }.filter { $0 <= Self.widest }
                .reduce(displayWidth(titles[column]), max)
        }
        let all = [titles.map { Cell($0) }] + rows
        return all.flatMap { row in
            let cells = zip(row, widths).map { cell, width in
                paint(cell.text, cell.color) + String(repeating: " ", count: max(0, width - displayWidth(cell.text)))
            }
            let used = zip(row, widths).dropLast().reduce(0) { $0 + max(displayWidth($1.0.text), $1.1) + 2 }
            guard let width, let last = row.last, used + displayWidth(last.text) > width, !last.text.isEmpty,
                used + 12 > width || displayWidth(last.text) > width - used
            else { return [Self.trimmed(cells.joined(separator: "  "))] }
            let head = Self.trimmed(cells.dropLast().joined(separator: "  "))
            return [head, "  " + paint(last.text, last.color)]
        }
    }

    private static func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }
}
