import Synchronization

/// Standard error with an optional block of progress lines at its end, redrawn in place.
///
/// The cursor always rests on the line below the block, so the terminal is in order also when the process is killed.
final class Screen: Sendable {
    private struct State {
        var block: [String] = []
        /// Of the terminal when the block was drawn.
        var columns = 80

        /// How many rows the block takes at that width. A terminal that became narrower has wrapped the lines meanwhile.
        func rows(at columns: Int) -> Int {
            let width = max(columns, 1)
            return block.reduce(0) { $0 + max(1, (displayWidth($1) + width - 1) / width) }
        }
    }

    private let writer: TextWriter
    private let state = Mutex(State())

    init(_ writer: TextWriter) { self.writer = writer }

    /// Prints whole lines above the block.
    func print(_ text: String) {
        state.withLock { state in
            guard !state.block.isEmpty else { return writer.write(text + "\n") }
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
            writer.write(Self.frame(lines + state.block, over: state.rows(at: state.columns)))
        }
    }

    /// Replaces the block. Each line fits `columns`, the present width.
    func draw(_ lines: [String], columns: Int) {
        state.withLock { state in
            guard lines != state.block || columns != state.columns else { return }
            let rows = state.rows(at: columns)
            state.block = lines
            state.columns = columns
            writer.write(Self.frame(lines, over: rows))
        }
    }

    /// Takes the block away.
    func clear() { draw([], columns: state.withLock { $0.columns }) }

    /// Text that replaces the last `rows` rows. It is one write, and nothing is erased before it is written over, so
    /// nothing flickers. Rows are erased one by one: erasing to the end of the screen makes some terminals keep what
    /// was there in their history.
    private static func frame(_ lines: [String], over rows: Int) -> String {
        let rest = max(0, rows - lines.count)
        let erased = String(repeating: "\u{1B}[K\n", count: rest)
        return up(rows) + lines.map { $0 + "\u{1B}[K\n" }.joined() + erased + up(rest)
    }

    private static func up(_ rows: Int) -> String { rows == 0 ? "" : "\u{1B}[\(rows)A\r" }
}
