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

    /// Titles and rows. Where some row is wider than the terminal, all last cells go to lines of their own and their
    /// title is left out.
    func lines(width: Int?, paint: Paint) -> [String] {
        let widths = titles.indices.map { column in
            rows.map { displayWidth($0[column].text) }.filter { $0 <= Self.widest }
                .reduce(displayWidth(titles[column]), max)
        }
        let all = [titles.map { Cell($0) }] + rows
        let isTooWide = width.map { width in
            all.contains { row in
                zip(row, widths).dropLast().reduce(0) { $0 + max(displayWidth($1.0.text), $1.1) + 2 }
                    + displayWidth(row.last?.text ?? "") > width
            }
        }
        return all.enumerated().flatMap { index, row in
            let cells = zip(row, widths).map { cell, width in
                paint(cell.text, cell.color) + String(repeating: " ", count: max(0, width - displayWidth(cell.text)))
            }
            guard isTooWide == true, let last = row.last else { return [Self.trimmed(cells.joined(separator: "  "))] }
            let head = Self.trimmed(cells.dropLast().joined(separator: "  "))
            return index == 0 || last.text.isEmpty ? [head] : [head, "  " + paint(last.text, last.color)]
        }
    }

    private static func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }
}
