import SyncCore
import Synchronization

/// The bars of one run: one task feeds them, another draws them.
final class ProgressBars: Sendable {
    private let board = Mutex(ProgressBoard())
    private let screen: Screen
    private let facts: TerminalFacts

    init(screen: Screen, facts: TerminalFacts) {
        self.screen = screen
        self.facts = facts
    }

    func take(_ event: RunEvent) { board.withLock { $0.take(event) } }

    /// Draws ten times a second at most until the task is cancelled: also while no events come, so that a resized window
    /// is honoured.
    func keepDrawn() async {
        while !Task.isCancelled {
            draw()
            // Cancelled at the end of the run: nothing is lost by waking early.
            try? await Task.sleep(for: .milliseconds(100))
        }
    }

    private func draw() {
        guard facts.isForeground() else { return }
        let size = facts.size() ?? (columns: 80, rows: 24)
        let board = board.withLock { $0 }
        screen.draw(board.lines(columns: size.columns, rows: size.rows, glyphs: facts.glyphs), columns: size.columns)
    }
}
