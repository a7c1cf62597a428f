import Synchronization

/// Standard error with an optional block of progress lines at its end, redrawn in place.
///
/// The cursor always rests on the line below the block, so the terminal is in order also when the process is killed.
final class Screen: Sendable {
    private struct State {
        var block: [String] = []
        /// Of the terminal when the block was drawn.
        var columns = 80
    }

    private let writer: TextWriter
    private let state = Mutex(State())

    init(_ writer: TextWriter) { self.writer = writer }

    /// Prints whole lines above the block.
    func print(_ text: String) {
        state.withLock { state in
            guard !state.block.isEmpty else { return writer.write(text + "\n") }
            let block = state.block.map { $0 + "\n" }.joined()
            writer.write(Self.backToTop(state, columns: state.columns) + "\u{1B}[J" + text + "\n" + block)
        }
    }

    /// Replaces the block. Each line fits `columns`, the present width. One write a call and no clearing before it, so
    /// nothing flickers.
    func draw(_ lines: [String], columns: Int) {
        state.withLock { state in
            guard lines != state.block || columns != state.columns else { return }
            let top = Self.backToTop(state, columns: columns)
            state.block = lines
            state.columns = columns
            writer.write(top + lines.map { $0 + "\u{1B}[K\n" }.joined() + "\u{1B}[J")
        }
    }

    /// Takes the block away.
    func clear() { draw([], columns: state.withLock { $0.columns }) }

    /// Moves the cursor to the block's first line. A terminal that became narrower has wrapped the lines meanwhile.
    private static func backToTop(_ state: State, columns: Int) -> String {
        let rows = state.block.reduce(0) { $0 + max(1, (displayWidth($1) + columns - 1) / max(columns, 1)) }
        return rows == 0 ? "" : "\u{1B}[\(rows)A\r"
    }
}
